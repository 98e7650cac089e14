import { jobSchema, type Job } from '@errand/contract/jobs'
import { isApiError } from '@errand/shared-auth'

/** The job as it is in the api, where a change of an older version was refused. */
export function currentCopy(error: unknown): Job | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return jobSchema.safeParse(error.problem?.meta?.['current']).data
}
