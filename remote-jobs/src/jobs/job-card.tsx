import type { JobSummary } from '@errand/contract/jobs'
import { Button, Meter, RelativeTime, Status, useFormats } from '@errand/shared-ui'
import { memo } from 'react'
import { Link } from 'react-router-dom'

import styles from './job-card.module.css'
import { JobMenu } from './job-menu.tsx'
import { JobStatusBadge } from './job-status.tsx'
import { JobSwitch } from './job-switch.tsx'
import { useRestoreJob } from './use-restore-job.ts'
import { useWords } from './words/words.ts'

/** One job of the list; drawn again only when the job itself is another. */
export const JobCard = memo(function JobCard({ job }: { job: JobSummary }) {
  const say = useWords()
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <h2 dir="auto">
          <Link to={`${job.id}/edit`}>{job.name}</Link>
        </h2>
        <div className={styles['tools']}>
          {job.status === 'archived' ? (
            <RestoreButton job={job} />
          ) : (
            <>
              {job.liveVersionId !== null && <JobSwitch job={job} />}
              <JobMenu job={job} />
            </>
          )}
        </div>
      </div>
      <p className={styles['states']}>
        <JobStatusBadge status={job.status} />
        {job.liveVersionId !== null && job.hasUnpublishedChanges && (
          <Status tone="info">{say('unpublished')}</Status>
        )}
      </p>
      {job.description !== '' && (
        <p className={styles['description']} dir="auto">
          {job.description}
        </p>
      )}
      <Completion job={job} />
      <p className={styles['facts']}>
        <span>{say('openChats', { count: job.stats.openSessions })}</span>
        <span>{say('fields', { count: job.fields.length })}</span>
        <span>
          {say('changed')} <RelativeTime at={job.updatedAt} isFocusable={false} />
        </span>
      </p>
    </li>
  )
})

function Completion({ job }: { job: JobSummary }) {
  const say = useWords()
  const formats = useFormats()
  const { sessions30d, completionRate30d } = job.stats
  const text =
    completionRate30d === null
      ? say('noChats')
      : say('completed', { percent: formats.percent(completionRate30d), count: sessions30d })
  return (
    <div className={styles['completion']}>
      <p>
        <span>{say('completion')}</span>
        <span>{text}</span>
      </p>
      <Meter label={say('completion')} value={completionRate30d ?? 0} text={text} isTextHidden />
    </div>
  )
}

function RestoreButton({ job }: { job: JobSummary }) {
  const say = useWords()
  const { restore, isRestoring } = useRestoreJob(job)
  return (
    <Button
      size="small"
      isBusy={isRestoring}
      aria-label={say('restoreOf', { name: job.name })}
      onClick={() => restore()}
    >
      {say('restore')}
    </Button>
  )
}
