import type { JobSummary } from '@errand/contract/jobs'
import { useFlag } from '@errand/shared-auth'
import {
  Button,
  ColorDot,
  IconButton,
  Menu,
  type MenuEntry,
  Meter,
  RelativeTime,
  Status,
  Switch,
  useFormats,
} from '@errand/shared-ui'
import { ChartColumn, Copy, Ellipsis, MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'

import { JobStatusBadge, useDeleteJob, useRestoreJob, useSwitchJob } from '../jobs/job-actions.tsx'
import { useWords } from '../jobs/words/words.ts'
import styles from './job-card.module.css'

/** One job of the list; memoized, as lists can be long. */
export const JobCard = memo(function JobCard({ job }: { job: JobSummary }) {
  const say = useWords()
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <h2 dir="auto">
          <ColorDot color={job.color} /> <Link to={`${job.id}/edit`}>{job.name}</Link>
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
      <div className={styles['foot']}>
        <p className={styles['facts']}>
          <span>{say('openChats', { count: job.stats.openSessions })}</span>
          <span>{say('fields', { count: job.fields.length })}</span>
          <span>
            <span>{say('changed')}</span> <RelativeTime at={job.updatedAt} isFocusable={false} />
          </span>
        </p>
        {job.status !== 'archived' && <TryButton job={job} />}
      </div>
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

/** Opens the phone to try the job on; the filters of the list stay. */
function TryButton({ job }: { job: JobSummary }) {
  const say = useWords()
  const [, setParameters] = useSearchParams()
  const open = () =>
    setParameters((current) => {
      current.set('try', job.id)
      return current
    })
  return (
    <Button
      size="small"
      icon={<MessageCircle size={16} aria-hidden />}
      aria-label={say('tryJob', { name: job.name })}
      aria-haspopup="dialog"
      onClick={open}
    >
      {say('tryIt')}
    </Button>
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

/** Further actions on a job. */
function JobMenu({ job }: { job: JobSummary }) {
  const say = useWords()
  const navigate = useNavigate()
  const canCopy = useFlag('job-copy')
  const deletion = useDeleteJob(job)
  const go = (to: string) => void navigate(to)
  const copy = {
    label: say('copy'),
    icon: <Copy size={16} />,
    onSelect: () => go(`new?copy=${job.id}`),
  }
  const entries: MenuEntry[] = [
    { label: say('edit'), icon: <Pencil size={16} />, onSelect: () => go(`${job.id}/edit`) },
    {
      label: say('analytics'),
      icon: <ChartColumn size={16} />,
      onSelect: () => go(`${job.id}/analytics`),
    },
    ...(canCopy ? [copy] : []),
    'separator',
    { label: say('delete'), icon: <Trash2 size={16} />, tone: 'danger', onSelect: deletion.remove },
  ]
  return (
    <>
      <Menu
        label={say('actionsOf', { name: job.name })}
        entries={entries}
        trigger={
          <IconButton
            size="small"
            label={say('actionsOf', { name: job.name })}
            icon={<Ellipsis size={16} />}
          />
        }
      />
      {deletion.dialog}
    </>
  )
}

/** Switches a job on or off at once, with Undo. */
function JobSwitch({ job }: { job: JobSummary }) {
  const say = useWords()
  const { isOn, switchJob, dialog } = useSwitchJob(job)
  return (
    <>
      <Switch
        label={say('switch', { name: job.name })}
        isLabelHidden
        checked={isOn}
        onChange={({ target }) => switchJob(target.checked)}
      />
      {dialog}
    </>
  )
}
