import { jobSchema, type Job } from '@errand/contract/jobs'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { updateJob } from '../jobs/jobs.api.ts'
import { jobQuery, jobsKey } from '../jobs/jobs.queries.ts'
import { toJobInput, type JobFormValues } from './job-form-values.ts'
import { showProblem } from './show-problem.ts'
import { useCreateJob } from './use-create-job.ts'

interface SaveJob {
  form: UseFormReturn<JobFormValues>
  /** The job to change; nothing for a new one. */
  id: Job['id'] | undefined
  /** The version that is changed; another one in the api is shown before it is overwritten. */
  versionRef: RefObject<number>
  onSaved: (job: Job) => void
}

/** Saves the form; a job saved elsewhere meanwhile comes back as `theirs`. */
export function useSaveJob({ form, id, versionRef, onSaved }: SaveJob) {
  const [theirs, setTheirs] = useState<Job>()
  const createJob = useCreateJob()

  const { mutate, isPending } = useMutation({
    mutationFn: (values: JobFormValues) => {
      const input = toJobInput(values)
      return id === undefined ? createJob(input) : updateJob(id, input, versionRef.current)
    },
    onSuccess: (job) => {
      versionRef.current = job.version
      setTheirs(undefined)
      keep(job)
      toast.success('Job saved')
      onSaved(job)
    },
    onError: (error) => {
      const current = currentCopy(error)
      if (current !== undefined) setTheirs(current)
      else if (!showProblem(error, form)) toast.error(userMessage(error))
    },
  })

  /** Has seen the other copy: from now on it is the one that is changed. */
  const settle = (other: Job) => {
    versionRef.current = other.version
    keep(other)
    setTheirs(undefined)
  }
  return { save: mutate, isSaving: isPending, theirs, settle }
}

function keep(job: Job): void {
  queryClient.setQueryData(jobQuery(job.id).queryKey, job)
  void queryClient.invalidateQueries({ queryKey: jobsKey, predicate: isNot(job.id) })
}

/** Everything about jobs but the one just answered, which is the newest there is. */
const isNot =
  (id: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    !queryKey.includes(id)

function currentCopy(error: unknown): Job | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return jobSchema.safeParse(error.problem?.meta?.['current']).data
}
