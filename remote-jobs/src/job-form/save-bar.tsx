import type { Job } from '@errand/contract/jobs'
import { Button, FormActions, useFormats, useNow } from '@errand/shared-ui'

import styles from './job-form.module.css'
import { useWords } from './words/words.ts'

interface SaveBarProps {
  job: Job | undefined
  isDirty: boolean
  isSaving: boolean
  onPublish: () => void
}

/** Save, publish, and how things stand. */
export function SaveBar({ job, isDirty, isSaving, onPublish }: SaveBarProps) {
  const say = useWords()
  const isLive = job !== undefined && !job.hasUnpublishedChanges && job.status === 'active'
  return (
    <div className={styles['bar']}>
      <FormActions status={<SaveStatus job={job} isDirty={isDirty} />}>
        <Button variant="primary" disabled={isLive && !isDirty} onClick={onPublish}>
          {say('publish')}
        </Button>
        <Button type="submit" isBusy={isSaving}>
          {say('save')}
        </Button>
      </FormActions>
    </div>
  )
}

function SaveStatus({ job, isDirty }: { job: Job | undefined; isDirty: boolean }) {
  const say = useWords()
  const formats = useFormats()
  const today = formats.date(useNow())
  if (isDirty) return say('notSaved')
  if (job === undefined) return null
  const isToday = formats.date(job.updatedAt) === today
  const time = isToday ? formats.time(job.updatedAt) : formats.dateTime(job.updatedAt)
  const saved = say('savedAt', { time })
  return job.hasUnpublishedChanges && job.liveVersionId !== null
    ? `${saved} · ${say('unpublished')}`
    : saved
}
