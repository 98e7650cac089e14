import { jobSorts, jobStatuses, type JobStatus } from '@errand/contract/jobs'

type JobSort = (typeof jobSorts)[number]

/** What a list of jobs is narrowed to, and its order; lives in the address. */
export interface JobFilter {
  q: string
  status: JobStatus | ''
  sort: JobSort
}

const usualSort: JobSort = '-updatedAt'

export function readJobFilter(parameters: URLSearchParams): JobFilter {
  const status = parameters.get('status')
  const sort = parameters.get('sort')
  return {
    q: parameters.get('q') ?? '',
    status: jobStatuses.find((known) => known === status) ?? '',
    sort: jobSorts.find((known) => known === sort) ?? usualSort,
  }
}

/** The filter as query parameters; what is empty or usual is left out. */
export const writeJobFilter = ({ sort, ...filter }: JobFilter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  ...(sort !== usualSort && { sort }),
})
