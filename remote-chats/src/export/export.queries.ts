import { isApiError } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { readExport } from './export.api.ts'

const pollMs = 1500

/** How far an export is; an event tells when it is ready, asking again tells the rest. */
export const exportQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: [...chatsKey, 'export', id],
    queryFn: ({ signal }) => readExport(id ?? '', signal),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data, error } }) => {
      const isGone = isApiError(error) && error.status === 404
      return isGone || data?.status === 'ready' || data?.status === 'failed' ? false : pollMs
    },
  })
