import type { JobSummary } from '@errand/contract/jobs'
import { useFlag } from '@errand/shared-auth'
import { Button, buttonClass } from '@errand/shared-ui'
import { Copy, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'

import styles from './jobs-page.module.css'
import { JobStatusBadge } from './job-status.tsx'
import { RelativeTime } from './relative-time.tsx'
import { useDeleteJob } from './use-delete-job.tsx'
import { useRestoreJob } from './use-restore-job.ts'
import { useSwitchJob } from './use-switch-job.ts'

/** One job of the list. */
export function JobCard({ job }: { job: JobSummary }) {
  const count = job.fields.length
  return (
    <li className={styles['card']}>
      <div className={styles['about']}>
        <h2>
          <bdi>
            <Link to={`${job.id}/edit`}>{job.name}</Link>
          </bdi>
        </h2>
        <p>
          <JobStatusBadge status={job.status} />
          <span>{count === 1 ? '1 field' : `${count} fields`}</span>
          <span>
            Changed <RelativeTime at={job.updatedAt} />
          </span>
        </p>
      </div>
      <div className={styles['actions']}>
        {job.status === 'archived' ? <RestoreButton job={job} /> : <JobActions job={job} />}
      </div>
    </li>
  )
}

function JobActions({ job }: { job: JobSummary }) {
  const deleteJob = useDeleteJob()
  const { isOn, isSwitching, switchJob } = useSwitchJob(job)
  const canCopy = useFlag('job-copy')
  return (
    <>
      {canCopy && (
        <Link
          className={buttonClass('ghost', 'small')}
          to={`new?copy=${job.id}`}
          aria-label={`Copy ${job.name}`}
        >
          <Copy size={16} aria-hidden />
        </Link>
      )}
      <Button
        size="small"
        isBusy={isSwitching}
        aria-label={`Switch ${isOn ? 'off' : 'on'} ${job.name}`}
        onClick={() => switchJob()}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        size="small"
        variant="ghost"
        icon={<Trash2 size={16} aria-hidden />}
        aria-label={`Delete ${job.name}`}
        onClick={() => void deleteJob(job)}
      />
    </>
  )
}

function RestoreButton({ job }: { job: JobSummary }) {
  const { restore, isRestoring } = useRestoreJob(job)
  return (
    <Button
      size="small"
      isBusy={isRestoring}
      aria-label={`Restore ${job.name}`}
      onClick={() => restore()}
    >
      Restore
    </Button>
  )
}
