import type { Job } from '@errand/contract/jobs'
import { isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  buttonClass,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router-dom'

import { jobQuery } from '../jobs/jobs.queries.ts'
import { useDeleteJob } from '../jobs/use-delete-job.tsx'
import { useRestoreJob } from '../jobs/use-restore-job.ts'
import { useDocumentTitle } from '../pane/use-document-title.ts'
import { JobForm } from './job-form.tsx'
import styles from './job-form.module.css'

/** A job that exists. */
export function EditJobPage() {
  const { id = '' } = useParams()
  // What is being edited changes by saving only, never by a refetch under the person's hands.
  const { data, error, isFetching, refetch } = useQuery({
    ...jobQuery(id),
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  useDocumentTitle(data?.name ?? 'Job')
  if (data !== undefined && !isFetching) return <EditJob key={data.id} job={data} />
  if (error === null || isFetching) return <Skeleton rows={5} label="Loading the job" />
  if (isApiError(error) && error.status === 404) return <NoSuchJob />
  return (
    <ErrorState
      title={userMessage(error)}
      detail="The job is safe."
      onRetry={() => void refetch()}
    />
  )
}

function EditJob({ job }: { job: Job }) {
  const navigate = useNavigate()
  const deleteJob = useDeleteJob()
  const remove = async () => {
    if ((await deleteJob(job)) !== undefined) await navigate('../..', { relative: 'path' })
  }
  if (job.status === 'archived') return <DeletedJob job={job} />
  return (
    <>
      <PageHeader title={job.name} description="Changes count from the next message on." />
      <JobForm job={job} onSaved={() => undefined} />
      <p className={styles['end']}>
        <Button variant="ghost" onClick={() => void remove()}>
          Delete this job
        </Button>
      </p>
    </>
  )
}

function DeletedJob({ job }: { job: Job }) {
  const { restore, isRestoring } = useRestoreJob(job)
  return (
    <EmptyState
      title={`${job.name} is deleted`}
      description="Restore it to change it. It will be paused until you switch it on."
      action={
        <Button variant="primary" isBusy={isRestoring} onClick={() => restore()}>
          Restore
        </Button>
      }
    />
  )
}

const NoSuchJob = () => (
  <EmptyState
    title="This job does not exist"
    description="It was deleted, or the link is wrong."
    action={
      <Link className={buttonClass('primary')} to="../.." relative="path">
        All jobs
      </Link>
    }
  />
)
