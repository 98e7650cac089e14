import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import {
  Badge,
  Button,
  ButtonLink,
  ConfirmDialog,
  IconButton,
  Menu,
  PageHeader,
  TextLink,
} from '@errand/shared-ui'
import { ChartColumn, Ellipsis, History, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { CloseChatsDialog } from '../jobs/close-chats-dialog.tsx'
import { useDeleteJob } from '../jobs/use-delete-job.ts'
import { useSwitchJob } from '../jobs/use-switch-job.ts'
import { useWords as useListWords } from '../jobs/words/words.ts'
import { useWords } from './words/words.ts'

const tones = {
  draft: 'neutral',
  active: 'success',
  paused: 'warning',
  archived: 'neutral',
} as const

/** The head of a job's page: where it stands, and what can be done with it as a whole. */
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
        status={<Badge tone={tones[job.status]}>{say(job.status)}</Badge>}
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
      <CloseChatsDialog job={job} deletion={deletion} />
    </>
  )
}

function SwitchButton({ job }: { job: Job }) {
  const say = useWords()
  const sayOf = useListWords()
  const { isOn, switchJob, rival, swap, keep } = useSwitchJob(job)
  return (
    <>
      <Button onClick={() => switchJob(!isOn)}>{say(isOn ? 'pause' : 'resume')}</Button>
      <ConfirmDialog
        isOpen={rival !== undefined}
        title={sayOf('swapTitle', { name: job.name })}
        confirmLabel={sayOf('swap')}
        onConfirm={swap}
        onCancel={keep}
      >
        <p>{sayOf('swapText', { present: rival ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
