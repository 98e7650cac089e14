import { useMutation } from '@tanstack/react-query'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { ThreadRow } from './thread-rows.ts'
import { loadLatest, loadNewer, loadOlder } from './thread.queries.ts'
import type { Thread } from './thread.ts'

interface End {
  virtual: Virtualizer<HTMLDivElement, Element>
  thread: Thread
  rows: readonly ThreadRow[]
  hitId: string | undefined
}

/** Where a thread begins to be read, whether its end is in view, and how much came below since. */
export function useEnd({ virtual, thread, rows, hitId }: End) {
  const { session, items, hasMoreAfter } = thread
  const isAtEnd = virtual.isAtEnd()
  const lastSeq = items.at(-1)?.seq ?? 0
  const [seenSeq, setSeenSeq] = useState(lastSeq)

  const total = virtual.getTotalSize()
  const lastTotal = useRef(0)
  const follows = useRef(true)

  useLayoutEffect(() => {
    if (hitId !== undefined) return
    const fresh = rows.findIndex(({ kind }) => kind === 'new')
    follows.current = fresh <= 0
    if (fresh > 0) virtual.scrollToIndex(fresh, { align: 'start' })
    else virtual.scrollToEnd()
    // Where to begin is decided once, when the chat is opened.
    // eslint-disable-next-line react/exhaustive-deps
  }, [session.id])

  useLayoutEffect(() => {
    const hasGrown = total !== lastTotal.current
    lastTotal.current = total
    if (isEndInView(virtual.scrollElement)) follows.current = true
    // Whoever scrolled away is not taken back; what only turned out taller than thought is followed.
    else if (!hasGrown) follows.current = false
    else if (follows.current && hitId === undefined && !hasMoreAfter) virtual.scrollToEnd()
  })

  useEffect(() => {
    if (isAtEnd && !hasMoreAfter) setSeenSeq(lastSeq)
  }, [isAtEnd, hasMoreAfter, lastSeq])

  const unseen = items.filter(({ seq, direction }) => seq > seenSeq && direction === 'in').length
  const toEnd = () => {
    if (!hasMoreAfter) return virtual.scrollToEnd()
    // The end is not among what is known; the list follows once it is.
    return void loadLatest(session.id).then(() =>
      requestAnimationFrame(() => virtual.scrollToEnd()),
    )
  }
  return { isAtEnd, unseen, toEnd }
}

const nearPx = 80

/** By what the browser shows: the list hears of a scroll only afterwards. */
const isEndInView = (frame: HTMLElement | null): boolean =>
  frame === null || frame.scrollHeight - frame.scrollTop - frame.clientHeight <= nearPx

interface Jump {
  rows: readonly ThreadRow[]
  hitId: string | undefined
  scrollTo: (index: number, options: { align: 'center' }) => void
}

/** Goes to the message that was looked for, as soon as it is among the rows. */
export function useJump({ rows, hitId, scrollTo }: Jump): void {
  const index =
    hitId === undefined ? -1 : rows.findIndex((row) => 'message' in row && row.message.id === hitId)
  const isThere = index >= 0
  useEffect(() => {
    if (isThere) scrollTo(index, { align: 'center' })
    // Pages that come before it move its place, not the reader.
    // eslint-disable-next-line react/exhaustive-deps
  }, [hitId, isThere])
}

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
