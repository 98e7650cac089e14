import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import { ErrorState, PageHeader, Skeleton, TextLink, useDocumentTitle } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

import { toCopyValues, type JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { jobQuery } from '../jobs/jobs.queries.ts'
import { JobForm } from './job-form.tsx'

/** The page of a new job; `?copy=` names a job to copy. */
export function NewJobPage() {
  const say = useWords()
  useDocumentTitle(say('newTitle'))
  const [parameters] = useSearchParams()
  const original = parameters.get('copy')
  return (
    <>
      <PageHeader
        title={say('newTitle')}
        back={<TextLink to={paths.jobs.list}>{say('allJobs')}</TextLink>}
      />
      {original === null ? <NewJob /> : <CopiedJob id={original} />}
    </>
  )
}

function NewJob({ initial }: { initial?: JobFormValues }) {
  const navigate = useNavigate()
  const prompt = usePromptOfNavigation()
  return (
    <JobForm
      {...{ initial, prompt }}
      onSaved={(job, state) => void navigate(`../${job.id}/edit`, { replace: true, state })}
    />
  )
}

/**
 * The sentence passed by the list; removed from the history entry, or a reload would generate the
 * job again.
 */
function usePromptOfNavigation(): string | undefined {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const given: unknown = (state as { prompt?: unknown } | null)?.prompt
  const [prompt] = useState(typeof given === 'string' ? given : undefined)
  useEffect(() => {
    if (given !== undefined) void navigate(`.${search}`, { replace: true, state: null })
  }, [given, navigate, search])
  return prompt
}

function CopiedJob({ id }: { id: string }) {
  const say = useWords()
  const { data, error, refetch, isFetching } = useQuery({ ...jobQuery(id), staleTime: Infinity })
  if (data !== undefined) return <NewJob initial={toCopyValues(data.job)} />
  if (error === null) return <Skeleton rows={5} label={say('loadingCopy')} />
  return (
    <ErrorState
      title={userMessage(error)}
      detail={say('copyFailed')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
