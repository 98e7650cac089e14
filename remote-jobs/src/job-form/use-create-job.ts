import type { CreateJobInput, Job } from '@errand/contract/jobs'
import { isApiError } from '@errand/shared-auth'
import { useRef } from 'react'

import { createJob, updateJob } from '../jobs/jobs.api.ts'
import { currentCopy } from './current-copy.ts'
import { newRandomKey } from '../job-draft/random-key.ts'

interface Attempt {
  key: string
  input: CreateJobInput
  /** What was made of it, once that is known. */
  made?: Job | undefined
}

/**
 * Creates one job, however often it is called until the api has answered: when an answer was lost,
 * the same attempt is repeated first, and what was changed since is saved over it.
 */
export function useCreateJob(): (input: CreateJobInput) => Promise<Job> {
  const unanswered = useRef<Attempt>(undefined)
  return async (input) => {
    const attempt = (unanswered.current ??= { key: newRandomKey(), input })
    try {
      const made = (attempt.made ??= await createJob(attempt.input, attempt.key))
      const isWhole = isSame(attempt.input, input)
      const job = isWhole ? made : await updateJob(made.id, input, made.version)
      unanswered.current = undefined
      return job
    } catch (error) {
      // Of a job that is made its changes were refused: the next attempt is about the same job.
      if (isRefusal(error) && attempt.made === undefined) unanswered.current = undefined
      attempt.made = currentCopy(error) ?? attempt.made
      throw error
    }
  }
}

/** The api has decided; it has not while the first of two equal calls is still worked on. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status > 0 &&
  error.status < 500 &&
  error.code !== 'request_in_progress'

const isSame = (one: CreateJobInput, other: CreateJobInput): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
