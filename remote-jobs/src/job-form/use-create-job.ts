import type { CreateJobInput, Job } from '@errand/contract/jobs'
import { isApiError } from '@errand/shared-auth'
import { useRef } from 'react'

import { createJob, updateJob } from '../jobs/jobs.api.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

interface Attempt {
  key: string
  input: CreateJobInput
}

/**
 * Creates one job, however often it is called until the api has answered: when an answer was lost,
 * the same attempt is repeated first, and what was changed since is saved over it.
 */
export function useCreateJob(): (input: CreateJobInput) => Promise<Job> {
  const unanswered = useRef<Attempt>(undefined)
  return async (input) => {
    const attempt = (unanswered.current ??= { key: newIdempotencyKey(), input })
    try {
      const job = await createJob(attempt.input, attempt.key)
      unanswered.current = undefined
      return isSame(attempt.input, input) ? job : await updateJob(job.id, input, job.version)
    } catch (error) {
      if (isRefusal(error)) unanswered.current = undefined
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
