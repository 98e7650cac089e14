import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  PageHeader,
  Skeleton,
  TextLink,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Ellipsis, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import type { JobWithVersions } from '../jobs/jobs.api.ts'
import { jobQuery } from '../jobs/jobs.queries.ts'
import { JobStatusBadge, useDeleteJob, useRestoreJob, useSwitchJob } from '../jobs/job-actions.tsx'
import { useDocumentTitle } from '../pane/use-document-title.ts'
import { JobForm, type JobFormProps } from './job-form.tsx'
import type { Unpublished } from './use-save-job.ts'
import { useWords } from '../job-draft/words/words.ts'

/** A job that exists. */
export function EditJobPage() {
  const say = useWords()
  const { id = '' } = useParams()
  // What is being edited changes by saving only, never by a refetch under the person's hands.
  const { data, error, isFetching, refetch } = useQuery({ ...jobQuery(id), staleTime: Infinity })
  useDocumentTitle(data?.job.name ?? say('loadingJob'))
  if (data !== undefined) {
    return data.job.status === 'archived' ? (
      <DeletedJob {...data} />
    ) : (
      <EditJob key={data.job.id} {...data} />
    )
  }
  if (error === null || isFetching) return <Skeleton rows={5} label={say('loadingJob')} />
  if (isApiError(error) && error.status === 404) return <NoSuchJob />
  return (
    <ErrorState title={userMessage(error)} detail={say('jobSafe')} onRetry={() => void refetch()} />
  )
}

function EditJob({ job, versions }: JobWithVersions) {
  const { state } = useLocation() as { state: Unpublished | null }
  const [dialog, setDialog] = useState<JobFormProps['dialog']>(
    state?.rival !== undefined && job.liveVersionId === null ? 'publish' : undefined,
  )
  return (
    <>
      <JobHeader job={job} onVersions={() => setDialog('versions')} />
      <JobForm
        job={job}
        rival={state?.rival}
        errors={state?.errors}
        versions={versions}
        dialog={dialog}
        onDialog={setDialog}
        onSaved={() => undefined}
      />
    </>
  )
}

function DeletedJob({ job }: JobWithVersions) {
  const say = useWords()
  const { restore, isRestoring } = useRestoreJob(job)
  return (
    <EmptyState
      title={say('isDeleted', { name: job.name })}
      description={say('restoreHint')}
      action={
        <Button variant="primary" isBusy={isRestoring} onClick={() => restore()}>
          {say('restore')}
        </Button>
      }
    />
  )
}

function NoSuchJob() {
  const say = useWords()
  return (
    <EmptyState
      drawing="search"
      title={say('missingTitle')}
      description={say('missingText')}
      action={
        <ButtonLink variant="primary" to={paths.jobs.list}>
          {say('allJobs')}
        </ButtonLink>
      }
    />
  )
}

/** The head of a job's page: where it stands, and what can be done with it as a whole. */
function JobHeader({ job, onVersions }: { job: Job; onVersions: () => void }) {
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
