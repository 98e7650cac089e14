import type { Message } from '@errand/contract/chats/message'
import type { Formats } from '@errand/shared-ui'

import type { OutboxEntry } from '../outbox/outbox-entry.ts'

/** One line of a thread as it is drawn. */
export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'event'; key: string; message: Message }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean; isLast: boolean }
  | { kind: 'pending'; key: string; entry: OutboxEntry; isLast: boolean }

/** A row with a bubble: a message, or a reply that the api does not have yet. */
export type BubbleRow = Extract<ThreadRow, { kind: 'message' | 'pending' }>

/** What the bubble of a row shows. */
export const contentOf = (row: BubbleRow): Message | OutboxEntry =>
  row.kind === 'message' ? row.message : row.entry

interface ThreadParts {
  items: readonly Message[]
  /** With those that are being taken back, which are not shown. */
  pending: readonly OutboxEntry[]
  firstUnreadId: string | null
  hasMoreBefore: boolean
  /** The day of a moment where the owner is. */
  dayOf: (at: string) => string
}

/** Those who write within this time belong together. */
const groupMs = 5 * 60 * 1000

/** What a thread shows: days, where the new begins, messages in groups, and what is not sent yet. */
export function threadRows(parts: ThreadParts): ThreadRow[] {
  const { pending, firstUnreadId, hasMoreBefore, dayOf } = parts
  const rows: ThreadRow[] = []
  const takenBack = new Set(
    pending.flatMap(({ clientId, isTakenBack }) => (isTakenBack === true ? clientId : [])),
  )
  const items = parts.items.filter(({ clientId }) => !takenBack.has(clientId ?? ''))
  const sent = new Set(items.flatMap(({ clientId }) => clientId ?? []))
  let day: string | undefined
  for (const [index, message] of items.entries()) {
    const here = dayOf(message.createdAt)
    // With more to come before it, the day begins somewhere else: its line would move.
    const isBegun = index > 0 || !hasMoreBefore
    if (here !== day && isBegun)
      rows.push({ kind: 'day', key: `day:${here}`, at: message.createdAt })
    day = here
    if (message.id === firstUnreadId) rows.push({ kind: 'new', key: 'new' })
    rows.push(rowOf(message, { before: items[index - 1], after: items[index + 1], firstUnreadId }))
  }
  // Both know a reply for a moment: the answer and the event that tells of it race each other.
  const unsent = pending.filter(({ clientId }) => !sent.has(clientId) && !takenBack.has(clientId))
  for (const [index, entry] of unsent.entries()) {
    const isLast = index === unsent.length - 1
    rows.push({ kind: 'pending', key: keyOf(entry.clientId), entry, isLast })
  }
  return rows
}

interface Neighbours {
  before: Message | undefined
  after: Message | undefined
  firstUnreadId: string | null
}

function rowOf(message: Message, { before, after, firstUnreadId }: Neighbours): ThreadRow {
  const key = message.clientId === undefined ? message.id : keyOf(message.clientId)
  if (message.type === 'event') return { kind: 'event', key, message }
  return {
    kind: 'message',
    key,
    message,
    isFirst: message.id === firstUnreadId || !belongTogether(before, message),
    isLast: after?.id === firstUnreadId || !belongTogether(message, after),
  }
}

/** A reply keeps its place on the screen when the api has given it an id. */
const keyOf = (clientId: string): string => `sent:${clientId}`

function belongTogether(one: Message | undefined, other: Message | undefined): boolean {
  if (one === undefined || other === undefined) return false
  if (one.type === 'event' || other.type === 'event' || one.author !== other.author) return false
  return Date.parse(other.createdAt) - Date.parse(one.createdAt) < groupMs
}

const quarterMs = 15 * 60 * 1000

/** The day of a moment; asked for once for each quarter of an hour, within which no day changes. */
export function daysOf(formats: Pick<Formats, 'date'>): (at: string) => string {
  const known = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(Date.parse(at) / quarterMs)
    const day = known.get(quarter) ?? formats.date(at)
    known.set(quarter, day)
    return day
  }
}
