import type { JobSummary } from '@errand/contract/jobs'
import { ConfirmDialog, Switch } from '@errand/shared-ui'

import { useSwitchJob } from './use-switch-job.ts'
import { useWords } from './words/words.ts'

/** Whether chats begin with the job; it changes at once and can be undone. */
export function JobSwitch({ job }: { job: JobSummary }) {
  const say = useWords()
  const { isOn, switchJob, rival, swap, keep } = useSwitchJob(job)
  return (
    <>
      <Switch
        label={say('switch', { name: job.name })}
        isLabelHidden
        checked={isOn}
        onChange={({ target }) => switchJob(target.checked)}
      />
      <ConfirmDialog
        isOpen={rival !== undefined}
        title={say('swapTitle', { name: job.name })}
        confirmLabel={say('swap')}
        onConfirm={swap}
        onCancel={keep}
      >
        <p>{say('swapText', { present: rival ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
