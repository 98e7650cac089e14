import { Button, Notice, showUndoToast } from '@errand/shared-ui'
import { useFormContext, useWatch } from 'react-hook-form'

import { WordDiff } from '../changes/change-list.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import type { DraftHandle } from './drafting.ts'
import { ProposalPane, useFillForm } from './proposal-pane.tsx'
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
  const fill = useFillForm()
  const { control, setFocus } = useFormContext<JobFormValues>()
  const current = useWatch({ control, name: 'instructions' })
  const { instructions: proposed = '', warnings = [] } = draft.draft ?? {}
  const take = (text: string) => {
    setFocus('instructions')
    const undo = fill({ instructions: text })
    draft.dismiss()
    // After the form has taken the focus, which it does by a timer: Undo returns the focus there.
    setTimeout(() =>
      showUndoToast({ message: say('used'), what: say('theProposal'), onUndo: undo }),
    )
  }
  const below = `${current.trimEnd()}\n\n${proposed}`
  // Text that the owner typed meanwhile is never replaced.
  const isTouched = current !== base
  return (
    <ProposalPane
      draft={draft}
      title={say('proposal')}
      whenDone={say(isTouched ? 'keptYours' : 'proposalReady')}
      onRetry={onRetry}
      onDismiss={draft.dismiss}
      onLeave={() => setFocus('instructions')}
      actions={
        <>
          {!isTouched && (
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
      }
    >
      {current.trim() === '' ? (
        <p className={styles['text']} dir="auto">
          {proposed}
        </p>
      ) : (
        <WordDiff before={current} after={proposed} />
      )}
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
