import { userMessage } from '@errand/shared-auth'
import { ErrorState, PageHeader, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { jobQuery } from '../jobs/jobs.queries.ts'
import { useDocumentTitle } from '../pane/use-document-title.ts'
import { toCopyValues, type JobFormValues } from './job-form-values.ts'
import { JobForm } from './job-form.tsx'

/** A job that does not exist yet; `?copy=` names one that it is to be like. */
export function NewJobPage() {
  useDocumentTitle('New job')
  const [parameters] = useSearchParams()
  const original = parameters.get('copy')
  return (
    <>
      <PageHeader
        title="New job"
        description="Say what the assistant should do, and which answers you need."
      />
      {original === null ? <NewJob /> : <CopiedJob id={original} />}
    </>
  )
}

function NewJob({ initial }: { initial?: JobFormValues }) {
  const navigate = useNavigate()
  return (
    <JobForm
      job={undefined}
      {...(initial !== undefined && { initial })}
      onSaved={(job) => void navigate(`../${job.id}/edit`, { replace: true })}
    />
  )
}

function CopiedJob({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery({ ...jobQuery(id), staleTime: Infinity })
  if (data !== undefined) return <NewJob initial={toCopyValues(data)} />
  if (error === null) return <Skeleton rows={5} label="Loading the job to copy" />
  return (
    <ErrorState
      title={userMessage(error)}
      detail="The job to copy could not be loaded."
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
