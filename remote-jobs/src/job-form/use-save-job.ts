import { jobSchema, type Job } from '@errand/contract/jobs'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { createJob, updateJob } from '../jobs/jobs.api.ts'
import { jobQuery, jobsKey } from '../jobs/jobs.queries.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { toJobInput, type JobFormValues } from './job-form-values.ts'
import { showProblem } from './show-problem.ts'

interface SaveJob {
  form: UseFormReturn<JobFormValues>
  /** The job to change, with the version that is shown; nothing for a new one. */
  base: Pick<Job, 'id' | 'version'> | undefined
  onSaved: (job: Job) => void
}

/** Saves the form; a job saved elsewhere meanwhile comes back as `theirs`. */
export function useSaveJob({ form, base, onSaved }: SaveJob) {
  const [theirs, setTheirs] = useState<Job>()
  // The same until the api has answered, so that a repeated attempt cannot make a second job.
  const idempotencyKey = useRef(newIdempotencyKey())

  const { mutate, isPending } = useMutation({
    mutationFn: (values: JobFormValues) => {
      const input = toJobInput(values)
      if (base === undefined) return createJob(input, idempotencyKey.current)
      return updateJob(base.id, input, theirs?.version ?? base.version)
    },
    onSuccess: (job) => {
      setTheirs(undefined)
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobsKey, predicate: isNot(job.id) })
      toast.success('Job saved')
      onSaved(job)
    },
    onError: (error) => {
      if (isApiError(error) && error.status > 0) idempotencyKey.current = newIdempotencyKey()
      const current = currentCopy(error)
      if (current !== undefined) setTheirs(current)
      else if (!showProblem(error, form)) toast.error(userMessage(error))
    },
  })
  return { save: mutate, isSaving: isPending, theirs, dismissTheirs: () => setTheirs(undefined) }
}

/** Everything about jobs but the one just saved: its answer is the newest there is. */
const isNot =
  (id: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    !queryKey.includes(id)

function currentCopy(error: unknown): Job | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return jobSchema.safeParse(error.problem?.meta?.['current']).data
}
