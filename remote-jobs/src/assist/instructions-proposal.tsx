import { Button, Notice } from '@errand/shared-ui'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { usePaneFocus } from '../pane/use-pane-focus.ts'
import { useUndo } from '../undo/use-undo-stack.ts'
import { acceptAll, acceptChanges, changesBetween, insertBelow } from './paragraph-changes.ts'
import styles from './proposal.module.css'
import { SlowNote } from './slow-note.tsx'
import type { useDraft } from './use-draft.ts'
import { WordDiff } from '../changes/word-diff.tsx'
import { useWords } from './words/words.ts'

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
  const undo = useUndo()
  const { control, setFocus } = useFormContext<JobFormValues>()
  const pane = useRef<HTMLElement>(null)
  const paneFocus = usePaneFocus(pane, () => setFocus('instructions'))
  const current = useWatch({ control, name: 'instructions' })
  const proposed = draft.draft?.instructions ?? draft.texts['/instructions'] ?? ''
  const isWriting = draft.status === 'writing'
  const isWhole = draft.status === 'done'
  if (!isWriting && proposed === '') return null
  const take = (text: string) => {
    undo.apply(say('proposal'), { instructions: text })
    draft.dismiss()
  }
  const whole = acceptAll(current, proposed, base)
  const below = insertBelow(current, proposed)
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
      {!isWhole ? (
        <p className={styles['text']} dir="auto">
          {proposed}
        </p>
      ) : (
        <Changes
          {...{ current, proposed, base }}
          onAccept={(text) => undo.apply(say('proposal'), { instructions: text })}
        />
      )}
      {isWhole && <Warnings draft={draft} />}
      {isWhole && whole.length > limit && (
        <Notice tone="warning">{say('tooLong', { max: limit })}</Notice>
      )}
      <div className={styles['actions']}>
        {isWriting ? (
          <Button onClick={draft.stop}>{say('stop')}</Button>
        ) : (
          <>
            {(isWhole || current === '') && (
              <Button
                variant="primary"
                disabled={whole.length > limit || current === proposed}
                onClick={() => take(whole)}
              >
                {say('acceptAll')}
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

interface ChangesProps {
  current: string
  proposed: string
  base: string
  onAccept: (text: string) => void
}

function Changes({ current, proposed, base, onAccept }: ChangesProps) {
  const say = useWords()
  const changes = changesBetween(current, proposed, base)
  const places = changes.flatMap(({ isSame }, at) => (isSame ? [] : [at]))
  if (places.length === 0) return <p className={styles['note']}>{say('sameAlready')}</p>
  return (
    <ol className={styles['changes']}>
      {changes.map((change, at) => (
        // eslint-disable-next-line react/no-array-index-key -- places of one text, in its order
        <li key={at} className={change.isSame ? styles['same'] : styles['change']}>
          {change.isSame ? (
            <p className={styles['text']} dir="auto">
              {change.mine.join('').trim()}
            </p>
          ) : (
            <>
              <WordDiff
                before={change.mine.filter((one) => !change.kept.includes(one)).join('')}
                after={change.theirs.join('')}
              />
              {change.kept.length > 0 && <p className={styles['note']}>{say('keptYours')}</p>}
              {places.length > 1 && (
                <Button
                  size="small"
                  aria-label={say('acceptChange', { number: places.indexOf(at) + 1 })}
                  onClick={() => onAccept(acceptChanges(changes, new Set([at])))}
                >
                  {say('accept')}
                </Button>
              )}
            </>
          )}
        </li>
      ))}
    </ol>
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
