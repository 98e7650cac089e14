import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { ThreadRow } from './thread-rows.ts'
import { loadLatest } from './thread.queries.ts'
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
