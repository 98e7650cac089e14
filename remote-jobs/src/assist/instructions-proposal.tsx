import { Button, Notice } from '@errand/shared-ui'
import { useFormContext, useWatch } from 'react-hook-form'

import { WordDiff } from '../changes/change-list.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import type { DraftHandle } from './drafting.ts'
import { ProposalPane, useApplyProposal } from './proposal-pane.tsx'
import styles from './proposal.module.css'

interface InstructionsProposalProps {
  draft: DraftHandle<'instructions'>
  /** The instructions when the proposal was requested. */
  base: string
  limit: number
  onRetry: () => void
}

/** Proposed instructions, compared with the current ones. */
export function InstructionsProposal({ draft, base, limit, onRetry }: InstructionsProposalProps) {
  const say = useWords()
  const applyProposal = useApplyProposal()
  const { control, setFocus } = useFormContext<JobFormValues>()
  const current = useWatch({ control, name: 'instructions' })
  const proposed = draft.draft?.instructions ?? draft.texts['/instructions'] ?? ''
  const warnings = draft.draft?.warnings ?? []
  const isWhole = draft.status === 'done'
  const take = (text: string) => {
    setFocus('instructions')
    applyProposal({ instructions: text })
    draft.dismiss()
  }
  const below = `${current.trimEnd()}\n\n${proposed}`
  // Text that the owner typed meanwhile is never replaced.
  const isTouched = current !== base
  return (
    <ProposalPane
      draft={draft}
      title={say('proposal')}
      onRetry={onRetry}
      onDismiss={draft.dismiss}
      onLeave={() => setFocus('instructions')}
      actions={
        proposed !== '' && (
          <>
            {(isWhole || current === '') && !isTouched && (
              <Button
                size="small"
                variant="primary"
                disabled={current === proposed}
                onClick={() => take(proposed)}
              >
                {say('useAll')}
              </Button>
            )}
            {current !== '' && (
              <Button size="small" disabled={below.length > limit} onClick={() => take(below)}>
                {say('insertBelow')}
              </Button>
            )}
          </>
        )
      }
    >
      {isWhole && current.trim() !== '' ? (
        <WordDiff before={current} after={proposed} />
      ) : (
        <p className={styles['text']} dir="auto">
          {proposed}
        </p>
      )}
      {isWhole && isTouched && <p className={styles['note']}>{say('keptYours')}</p>}
      {warnings.length > 0 && (
        <Notice tone="warning">
          <ul>
            {warnings.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </ProposalPane>
  )
}
