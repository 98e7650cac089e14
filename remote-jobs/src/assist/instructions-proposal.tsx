import { Button, Notice } from '@errand/shared-ui'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { usePaneFocus } from '../pane/focus.ts'
import styles from './proposal.module.css'
import { SlowNote } from './draft-notices.tsx'
import type { useDraft } from './drafting.ts'
import { useTakeProposal } from './use-take-proposal.ts'
import { WordDiff } from '../changes/word-diff.tsx'
import { useWords } from '../job-draft/words/words.ts'

interface InstructionsProposalProps {
  draft: ReturnType<typeof useDraft<'instructions'>>
  /** What was written when the proposal was asked for. */
  base: string
  limit: number
  onRetry: () => void
}

/** A proposal beside what is written: nothing changes before its owner says so. */
export function InstructionsProposal({ draft, base, limit, onRetry }: InstructionsProposalProps) {
  const say = useWords()
  const takeProposal = useTakeProposal()
  const { control, setFocus } = useFormContext<JobFormValues>()
  const pane = useRef<HTMLElement>(null)
  const paneFocus = usePaneFocus(pane, () => setFocus('instructions'))
  const current = useWatch({ control, name: 'instructions' })
  const proposed = draft.draft?.instructions ?? draft.texts['/instructions'] ?? ''
  const isWriting = draft.status === 'writing'
  const isWhole = draft.status === 'done'
  if (!isWriting && proposed === '') return null
  const take = (text: string) => {
    setFocus('instructions')
    takeProposal({ instructions: text })
    draft.dismiss()
  }
  const below = `${current.trimEnd()}\n\n${proposed}`
  // What was typed since is its owner's: it is never replaced.
  const isTouched = current !== base
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={say('proposal')}
      aria-busy={isWriting}
      className={styles['proposal']}
      {...paneFocus}
    >
      <header className={styles['head']}>
        <h3>{say('proposal')}</h3>
        {isWriting && <span className={styles['writing']}>{say('writing')}</span>}
        {/* In the place of “writing”, so that nothing below moves. */}
        {draft.status === 'stopped' && (
          <span className={styles['note']}>{say('proposalStopped')}</span>
        )}
      </header>
      <SlowNote draft={draft} />
      {isWhole && current.trim() !== '' ? (
        <WordDiff before={current} after={proposed} />
      ) : (
        <p className={styles['text']} dir="auto">
          {proposed}
        </p>
      )}
      {isWhole && isTouched && <p className={styles['note']}>{say('keptYours')}</p>}
      {isWhole && <Warnings draft={draft} />}
      <div className={styles['actions']}>
        {isWriting ? (
          <Button onClick={draft.stop}>{say('stop')}</Button>
        ) : (
          <>
            {(isWhole || current === '') && !isTouched && (
              <Button
                variant="primary"
                disabled={current === proposed}
                onClick={() => take(proposed)}
              >
                {say('useAll')}
              </Button>
            )}
            {current !== '' && (
              <Button disabled={below.length > limit} onClick={() => take(below)}>
                {say('insertBelow')}
              </Button>
            )}
            <Button onClick={onRetry}>{say('tryAgain')}</Button>
            <Button variant="quiet" onClick={draft.dismiss}>
              {say('dismiss')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function Warnings({ draft }: Pick<InstructionsProposalProps, 'draft'>) {
  const say = useWords()
  const warnings = draft.draft?.warnings ?? []
  return (
    <>
      {warnings.length > 0 && (
        <Notice tone="warning">
          <ul>
            {warnings.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {draft.draft?.provider === 'scripted' && (
        <p className={styles['note']}>{say('builtInWriter')}</p>
      )}
    </>
  )
}
