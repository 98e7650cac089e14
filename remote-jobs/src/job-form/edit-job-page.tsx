import { paths } from '@errand/contract/paths'
import { isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  Skeleton,
  useDocumentTitle,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'

import { useWords } from '../job-draft/words/words.ts'
import { useRestoreJob } from '../jobs/job-actions.tsx'
import type { JobWithVersions } from '../jobs/jobs.api.ts'
import { jobQuery } from '../jobs/jobs.queries.ts'
import { JobForm } from './job-form.tsx'
import type { PublishFailure } from './use-save-job.ts'

/** The page of an existing job. */
export function EditJobPage() {
  const say = useWords()
  const { id = '' } = useParams()
  const { state } = useLocation() as { state: PublishFailure | null }
  // The form changes by saving only, never by a refetch while somebody edits it.
  const { data, error, isFetching, refetch } = useQuery({ ...jobQuery(id), staleTime: Infinity })
  const isMissing = isApiError(error) && error.status === 404
  useDocumentTitle(data?.job.name ?? say(isMissing ? 'missingTitle' : 'loadingJob'))
  if (data !== undefined) {
    return data.job.status === 'archived' ? (
      <DeletedJob {...data} />
    ) : (
      <JobForm key={data.job.id} {...data} publishFailure={state} />
    )
  }
  if (error === null || isFetching) return <Skeleton rows={5} label={say('loadingJob')} />
  if (isMissing) return <JobNotFound />
  return (
    <ErrorState title={userMessage(error)} detail={say('jobSafe')} onRetry={() => void refetch()} />
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
