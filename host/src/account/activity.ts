import {
  type ActivityGroup,
  activityGroups,
  type ActivityKind,
  activityKinds,
  exportActivityCall,
  listActivityCall,
} from '@errand/contract/activity'
import { callApi, callApiForFile } from '@errand/shared-auth'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** The part of the activity log that is shown. */
export type ActivityFilter = ActivityGroup | 'all'

/** The group that a kind of entry belongs to. */
export const groupOf = new Map<ActivityKind, ActivityGroup>(
  activityGroups.flatMap((group) => activityKinds[group].map((kind) => [kind, group] as const)),
)

export const activityKey = ['activity'] as const

const toQuery = (filter: ActivityFilter) => (filter === 'all' ? {} : { group: filter })

/** What happened in the account, newest first, page by page. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...activityKey, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(listActivityCall, { query: { ...toQuery(filter), cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // What the owner did a moment ago has to be in it.
    staleTime: 0,
  })

/** The same as a CSV file, with all pages. */
export const downloadActivity = (filter: ActivityFilter): Promise<Blob> =>
  callApiForFile(exportActivityCall, { query: toQuery(filter) })
