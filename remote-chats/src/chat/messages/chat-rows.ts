import type { Message } from '@errand/contract/chats/message'
import { useMutation } from '@tanstack/react-query'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { loadLatest, loadNewer, loadOlder, type Chat } from '../../data/chat.ts'
import type { OutboxEntry } from '../../send/entries.ts'

/** One row of the message list. */
export type ChatRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'event'; key: string; message: Message }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean; isLast: boolean }
  | { kind: 'pending'; key: string; entry: OutboxEntry; isLast: boolean }

/** A row with a bubble: a message, or a reply that the api has not accepted yet. */
export type BubbleRow = Extract<ChatRow, { kind: 'message' | 'pending' }>

/** The message or outbox entry of a row. */
export const contentOf = (row: BubbleRow): Message | OutboxEntry =>
  row.kind === 'message' ? row.message : row.entry

interface ChatParts {
  items: readonly Message[]
  /** Including replies that are being taken back, which are hidden. */
  pending: readonly OutboxEntry[]
  firstUnreadId: string | null
  hasMoreBefore: boolean
  /** The date of a moment in the owner's time zone. */
  dayOf: (at: string) => string
}

/** Messages of one author within this time form a group. */
const groupMs = 5 * 60 * 1000

/** The rows of a chat: dates, the unread marker, grouped messages, and unsent replies. */
export function toChatRows(parts: ChatParts): ChatRow[] {
  const { pending, firstUnreadId, hasMoreBefore, dayOf } = parts
  const rows: ChatRow[] = []
  const takenBack = new Set(
    pending.flatMap(({ clientId, isTakenBack }) => (isTakenBack === true ? clientId : [])),
  )
  // A reaction is shown at the message it reacts to.
  const items = parts.items.filter(
    ({ clientId, type }) => !takenBack.has(clientId ?? '') && type !== 'reaction',
  )
  const sent = new Set(items.flatMap(({ clientId }) => clientId ?? []))
  let day: string | undefined
  for (const [index, message] of items.entries()) {
    const messageDay = dayOf(message.createdAt)
    // If earlier messages are not loaded, the day may start before the first row: its line would
    // move.
    const startsDay = index > 0 || !hasMoreBefore
    if (messageDay !== day && startsDay)
      rows.push({ kind: 'day', key: `day:${messageDay}`, at: message.createdAt })
    day = messageDay
    if (message.id === firstUnreadId) rows.push({ kind: 'new', key: 'new' })
    rows.push(rowOf(message, { before: items[index - 1], after: items[index + 1], firstUnreadId }))
  }
  // A reply may be in both for a moment: the answer and the event race each other.
  const unsent = pending.filter(({ clientId }) => !sent.has(clientId) && !takenBack.has(clientId))
  for (const [index, entry] of unsent.entries()) {
    const isLast = index === unsent.length - 1
    rows.push({ kind: 'pending', key: keyOf(entry.clientId), entry, isLast })
  }
  return rows
}

interface NeighbourMessages {
  before: Message | undefined
  after: Message | undefined
  firstUnreadId: string | null
}

function rowOf(message: Message, { before, after, firstUnreadId }: NeighbourMessages): ChatRow {
  const key = message.clientId === undefined ? message.id : keyOf(message.clientId)
  if (message.type === 'event') return { kind: 'event', key, message }
  return {
    kind: 'message',
    key,
    message,
    isFirst: message.id === firstUnreadId || !isSameGroup(before, message),
    isLast: after?.id === firstUnreadId || !isSameGroup(message, after),
  }
}

/** A reply keeps its key, and thus its element, when the api has given it an id. */
const keyOf = (clientId: string): string => `sent:${clientId}`

function isSameGroup(one: Message | undefined, other: Message | undefined): boolean {
  if (one === undefined || other === undefined) return false
  if (one.type === 'event' || other.type === 'event' || one.author !== other.author) return false
  return Date.parse(other.createdAt) - Date.parse(one.createdAt) < groupMs
}

interface UseEndOptions {
  virtual: Virtualizer<HTMLDivElement, Element>
  chat: Chat
  pending: readonly OutboxEntry[]
  rows: readonly ChatRow[]
  hitId: string | undefined
}

/** Where the list starts, whether its end is in view, and how many messages arrived below. */
export function useEnd({ virtual, chat, pending, rows, hitId }: UseEndOptions) {
  const { session, items, hasMoreAfter } = chat
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
    const isTaller = total !== lastTotal.current
    lastTotal.current = total
    if (isEndInView(virtual.scrollElement)) follows.current = true
    // Whoever scrolled away is not taken back; what only turned out taller than thought is followed.
    else if (!isTaller) follows.current = false
    else if (follows.current && hitId === undefined && !hasMoreAfter) virtual.scrollToEnd()
  })

  const frame = virtual.scrollElement
  useEffect(() => {
    if (frame === null) return undefined
    let isFollowing = isEndInView(frame)
    const note = () => (isFollowing = isEndInView(frame))
    // The reply box grows while it is written in, and takes its room from the end.
    const observer = new ResizeObserver(() => isFollowing && virtual.scrollToEnd())
    frame.addEventListener('scroll', note)
    observer.observe(frame)
    return () => {
      frame.removeEventListener('scroll', note)
      observer.disconnect()
    }
  }, [frame, virtual])

  useEffect(() => {
    if (isAtEnd && !hasMoreAfter) setSeenSeq(lastSeq)
  }, [isAtEnd, hasMoreAfter, lastSeq])

  const unseen = items.filter(({ seq, direction }) => seq > seenSeq && direction === 'in').length
  const toEnd = () => {
    if (!hasMoreAfter) return virtual.scrollToEnd()
    // The end is not loaded; scroll there once it is.
    return void loadLatest(session.id).then(() =>
      requestAnimationFrame(() => virtual.scrollToEnd()),
    )
  }

  // Whoever sends a reply sees it, wherever they were reading.
  const knownIds = useRef(idsOf(pending))
  useLayoutEffect(() => {
    const ids = idsOf(pending)
    if (ids.some((id) => !knownIds.current.includes(id))) toEnd()
    knownIds.current = ids
    // Only when something is sent, not whenever the list is drawn.
    // eslint-disable-next-line react/exhaustive-deps
  }, [pending])
  return { isAtEnd, unseen, toEnd }
}

const idsOf = (entries: readonly OutboxEntry[]): string[] => entries.map(({ clientId }) => clientId)

const nearEndPx = 80

/** Measured in the DOM, because the list learns of scrolling later. */
const isEndInView = (frame: HTMLElement | null): boolean =>
  frame === null || frame.scrollHeight - frame.scrollTop - frame.clientHeight <= nearEndPx

interface UseJumpOptions {
  rows: readonly ChatRow[]
  hitId: string | undefined
  scrollTo: (index: number, options: { align: 'center' }) => void
}

/** Scrolls to the message with this id once it is loaded. */
export function useJump({ rows, hitId, scrollTo }: UseJumpOptions): void {
  const index =
    hitId === undefined ? -1 : rows.findIndex((row) => 'message' in row && row.message.id === hitId)
  const isThere = index >= 0
  useEffect(() => {
    if (isThere) scrollTo(index, { align: 'center' })
    // Pages that come before it move its place, not the reader.
    // eslint-disable-next-line react/exhaustive-deps
  }, [hitId, isThere])
}

/** The next page is loaded this many rows before the end. */
const prefetchRows = 20

interface UsePagesOptions {
  chat: Chat
  /** The first and last rendered row, and the number of rows. */
  first: number
  last: number
  count: number
}

/** Loads further pages of messages before they scroll into view. */
export function usePages({ chat, first, last, count }: UsePagesOptions) {
  const { session, hasMoreBefore, hasMoreAfter, items } = chat
  const older = usePage(
    () => loadOlder(session.id),
    hasMoreBefore && first < prefetchRows && items.length > 0,
  )
  const newer = usePage(() => loadNewer(session.id), hasMoreAfter && last >= count - prefetchRows)
  const failed = [older, newer].filter(({ isError }) => isError)
  return {
    isLoadingOlder: older.isPending,
    isLost: failed.length > 0,
    retry: () => {
      for (const { mutate } of failed) mutate()
    },
  }
}

/** Loads a page when it is wanted; a failed one only when the owner retries. */
function usePage(load: () => Promise<void>, isWanted: boolean) {
  const page = useMutation({ mutationFn: load })
  const { mutate, isPending, isError } = page
  useEffect(() => {
    if (isWanted && !isPending && !isError) mutate()
  }, [isWanted, isPending, isError, mutate])
  return page
}
