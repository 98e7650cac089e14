import { jobStatuses, type JobStatus } from '@errand/contract/jobs'

/** What a list of jobs is narrowed to; lives in the address. */
export interface JobFilter {
  q: string
  status: JobStatus | ''
}

export function readJobFilter(parameters: URLSearchParams): JobFilter {
  const status = parameters.get('status')
  return {
    q: parameters.get('q') ?? '',
    status: jobStatuses.find((known) => known === status) ?? '',
  }
}

/** The filter as query parameters; what is empty is left out. */
export const writeJobFilter = (filter: JobFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
