import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import {
  Button,
  ButtonLink,
  FormActions,
  IconButton,
  Menu,
  PageHeader,
  Sheet,
  TextLink,
  useFormats,
  useMedia,
  useNow,
} from '@errand/shared-ui'
import { ChartColumn, Ellipsis, History, MessageCircle, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useWords } from '../job-draft/words/words.ts'
import { JobStatusBadge, useDeleteJob, useSwitchJob } from '../jobs/job-actions.tsx'
import styles from './job-form.module.css'

interface JobLayoutProps {
  children: ReactNode
  phone: ReactNode
  phoneTitle: string
}

const wide = '(width >= 1000px)'

/** Form and phone side by side; on narrow screens the phone is a sheet. */
export function JobLayout({ children, phone, phoneTitle }: JobLayoutProps) {
  const say = useWords()
  const isWide = useMedia(wide)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['layout']}>
      <div className={styles['main']}>{children}</div>
      {isWide ? (
        <div className={styles['aside']}>{phone}</div>
      ) : (
        <>
          <Button
            className={styles['tryIt']}
            icon={<MessageCircle size={16} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            {say('tryIt')}
          </Button>
          <Sheet isOpen={isOpen} title={phoneTitle} onClose={() => setIsOpen(false)}>
            {phone}
          </Sheet>
        </>
      )}
    </div>
  )
}

interface SaveBarProps {
  job: Job | undefined
  isDirty: boolean
  isSaving: boolean
  isPublishing: boolean
  onPublish: () => void
}

/** Save, publish, and the save status. */
export function SaveBar({ job, isDirty, ...props }: SaveBarProps) {
  const { isSaving, isPublishing, onPublish } = props
  const say = useWords()
  const status = useSaveStatus(job, isDirty)
  const isLive = job !== undefined && !job.hasUnpublishedChanges && job.status === 'active'
  return (
    <div className={styles['bar']}>
      <FormActions status={status}>
        <Button
          variant="primary"
          isBusy={isPublishing}
          disabled={isLive && !isDirty}
          onClick={onPublish}
        >
          {say('publish')}
        </Button>
        <Button type="submit" isBusy={isSaving && !isPublishing}>
          {say('save')}
        </Button>
      </FormActions>
    </div>
  )
}

function useSaveStatus(job: Job | undefined, isDirty: boolean): string | undefined {
  const say = useWords()
  const formats = useFormats()
  const today = formats.date(useNow())
  if (isDirty) return say('notSaved')
  if (job === undefined) return undefined
  const isToday = formats.date(job.updatedAt) === today
  const time = isToday ? formats.time(job.updatedAt) : formats.dateTime(job.updatedAt)
  const saved = say('savedAt', { time })
  return job.hasUnpublishedChanges && job.liveVersionId !== null
    ? `${saved} · ${say('unpublished')}`
    : saved
}

/** The header of a job's page: its status, and the actions on the whole job. */
export function JobHeader({ job, onVersions }: { job: Job; onVersions: () => void }) {
  const say = useWords()
  const navigate = useNavigate()
  const deletion = useDeleteJob(job, () => void navigate(paths.jobs.list))
  return (
    <>
      <PageHeader
        title={job.name}
        description={say('editDescription')}
        back={<TextLink to={paths.jobs.list}>{say('allJobs')}</TextLink>}
        status={<JobStatusBadge status={job.status} />}
        actions={
          <>
            {job.liveVersionId !== null && <SwitchButton job={job} />}
            <ButtonLink
              to="../analytics"
              relative="path"
              icon={<ChartColumn size={16} aria-hidden />}
            >
              {say('analytics')}
            </ButtonLink>
            <Button icon={<History size={16} aria-hidden />} onClick={onVersions}>
              {say('versions')}
            </Button>
            <Menu
              label={say('moreActions')}
              trigger={
                <IconButton label={say('moreActions')} icon={<Ellipsis size={16} aria-hidden />} />
              }
              entries={[
                {
                  label: say('deleteJob'),
                  icon: <Trash2 size={16} />,
                  tone: 'danger',
                  onSelect: deletion.remove,
                },
              ]}
            />
          </>
        }
      />
      {deletion.dialog}
    </>
  )
}

function SwitchButton({ job }: { job: Job }) {
  const say = useWords()
  const { isOn, switchJob, dialog } = useSwitchJob(job)
  return (
    <>
      <Button onClick={() => switchJob(!isOn)}>{say(isOn ? 'pause' : 'resume')}</Button>
      {dialog}
    </>
  )
}
