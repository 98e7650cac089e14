import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { addRecent, recentTopic } from '@errand/contract/recent'
import { browserStorage, isApiError, useDrafts, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  Skeleton,
  useDocumentTitle,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'

import { useWords } from '../job-draft/words/words.ts'
import { useRestoreJob } from '../jobs/job-actions.tsx'
import { jobQuery } from '../jobs/jobs.queries.ts'
import type { NewJobState } from './job-form-props.ts'
import { JobForm } from './job-form.tsx'

/** The page of an existing job. */
export function EditJobPage() {
  const say = useWords()
  const { id = '' } = useParams()
  const { state } = useLocation() as { state: NewJobState | null }
  // The form changes by saving only, never by a refetch while somebody edits it.
  const { data, error, isFetching, refetch } = useQuery({ ...jobQuery(id), staleTime: Infinity })
  const isMissing = isApiError(error) && error.status === 404
  useDocumentTitle(data?.job.name ?? say(isMissing ? 'missingTitle' : 'loadingJob'))
  useRecordRecent(data?.job)
  if (data !== undefined) {
    return data.job.status === 'archived' ? (
      <DeletedJob {...data} />
    ) : (
      <JobForm key={data.job.id} {...data} publishFailure={state} chat={state?.chat} />
    )
  }
  if (error === null || isFetching) return <Skeleton rows={5} label={say('loadingJob')} />
  if (isMissing) return <JobNotFound />
  return (
    <ErrorState title={userMessage(error)} detail={say('jobSafe')} onRetry={() => void refetch()} />
  )
}

/** Lets the command palette offer the job again. */
function useRecordRecent(job: Pick<Job, 'id' | 'name'> | undefined): void {
  const { read, write } = useDrafts(recentTopic, browserStorage)
  const { id, name: label } = job ?? {}
  useEffect(() => {
    if (id === undefined || label === undefined) return
    write('jobs', addRecent(read('jobs'), { id, label, at: new Date().toISOString() }))
  }, [id, label, read, write])
}

function DeletedJob({ job }: { job: Job }) {
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

function JobNotFound() {
  const say = useWords()
  return (
    <EmptyState
      drawing="search"
      headingLevel={1}
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
