import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import { loadNewer, loadOlder } from './thread.queries.ts'
import type { Thread } from './thread.ts'

/** So many rows before the end of what is known the next page is asked for. */
const aheadRows = 20

interface Pages {
  thread: Thread
  /** The rows that are drawn, and how many there are. */
  first: number
  last: number
  count: number
}

/** Fetches further pages of a thread before their place comes into view. */
export function usePages({ thread, first, last, count }: Pages) {
  const { session, hasMoreBefore, hasMoreAfter, items } = thread
  const older = useMutation({ mutationFn: () => loadOlder(session.id) })
  const newer = useMutation({ mutationFn: () => loadNewer(session.id) })
  const wantsOlder = hasMoreBefore && first < aheadRows && items.length > 0
  const wantsNewer = hasMoreAfter && last >= count - aheadRows
  const { mutate: fetchOlder, isPending: isLoadingOlder, isError: isOlderLost } = older
  const { mutate: fetchNewer, isPending: isLoadingNewer, isError: isNewerLost } = newer
  useEffect(() => {
    if (wantsOlder && !isLoadingOlder && !isOlderLost) fetchOlder()
  }, [wantsOlder, isLoadingOlder, isOlderLost, fetchOlder])
  useEffect(() => {
    if (wantsNewer && !isLoadingNewer && !isNewerLost) fetchNewer()
  }, [wantsNewer, isLoadingNewer, isNewerLost, fetchNewer])
  return {
    isLoadingOlder,
    error: older.error ?? newer.error ?? undefined,
    retry: () => {
      if (isOlderLost) fetchOlder()
      if (isNewerLost) fetchNewer()
    },
  }
}
