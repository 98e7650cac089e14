import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { sessionsQuery } from '../chats/chats.queries.ts'
import { sessionsOf } from '../chats/session-list.ts'
import type { SessionFilter } from '../chats/session-filter.ts'
import { useSelection } from './use-selection.ts'

/** The list under a filter, and what is chosen in it. */
export function useListPane(filter: SessionFilter) {
  const list = useInfiniteQuery({ ...sessionsQuery(filter), placeholderData: keepPreviousData })
  const sessions = useMemo(() => sessionsOf(list.data), [list.data])
  const shown = useMemo(() => sessions.map(({ id }) => id), [sessions])
  const selection = useSelection(shown)
  return { list, sessions, shown, selection }
}
