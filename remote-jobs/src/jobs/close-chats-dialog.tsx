import type { JobSummary } from '@errand/contract/jobs'
import { ConfirmDialog } from '@errand/shared-ui'

import type { useDeleteJob } from './use-job-actions.ts'
import { useWords } from './words/words.ts'

interface CloseChatsDialogProps {
  job: Pick<JobSummary, 'name'>
  deletion: ReturnType<typeof useDeleteJob>
}

/** Asks before chats are closed together with the job that they go on with. */
export function CloseChatsDialog({ job, deletion }: CloseChatsDialogProps) {
  const say = useWords()
  const { openChats, removeWithChats, keep } = deletion
  return (
    <ConfirmDialog
      isOpen={openChats !== undefined}
      title={say('closeTitle')}
      confirmLabel={say('closeAndDelete')}
      tone="danger"
      onConfirm={removeWithChats}
      onCancel={keep}
    >
      <p>{say('closeText', { count: openChats ?? 0, name: job.name })}</p>
    </ConfirmDialog>
  )
}
