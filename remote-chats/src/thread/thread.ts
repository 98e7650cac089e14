import type { Message, MessageStatus } from '@errand/contract/chats/message'
import type { ChatSession, MessageList } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'

/** A stretch of a chat without gaps, oldest message first, as this page knows it. */
export interface Thread {
  session: ChatSession
  items: readonly Message[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  firstUnreadId: string | null
  templates: readonly Template[]
  /** The last of the chat's events that this takes into account. */
  seq: number
  /** Something before that event was not heard: it is not true until it is read again. */
  gapBefore: number | null
}

/** A page of messages that stands for itself. */
export const threadOf = ({ templates = [], ...page }: MessageList): Thread => ({
  ...page,
  templates,
  seq: page.session.seq,
  gapBefore: null,
})

/** Puts older messages before those that are known. */
export function withOlder(thread: Thread, page: MessageList): Thread {
  return {
    ...thread,
    items: mergeItems(page.items, thread.items),
    hasMoreBefore: page.hasMoreBefore,
    ...upTo(thread, page.session),
  }
}

/** Puts newer messages behind those that are known. */
export function withNewer(thread: Thread, page: MessageList): Thread {
  return {
    ...thread,
    items: mergeItems(thread.items, page.items),
    hasMoreAfter: page.hasMoreAfter,
    ...upTo(thread, page.session),
    // What was told behind the stretch was left out.
    gapBefore: gapBehind(thread, page) ?? thread.gapBefore,
  }
}

/** Takes in how the chat is now, and leaves the stretch as it is. */
export const withSession = (thread: Thread, session: ChatSession): Thread => ({
  ...thread,
  ...upTo(thread, session),
})

const upTo = (thread: Thread, session: ChatSession): Pick<Thread, 'session' | 'seq'> => ({
  session: newerSession(thread.session, session),
  seq: Math.max(thread.seq, session.seq),
})

/** How far what is told of a chat goes, also by others than its own events. */
export const toldOf = ({ seq, session }: Thread): number => Math.max(seq, session.seq)

/**
 * A page in the place of what was known. Where it was read before what was told since, that has to
 * be read again.
 */
export const renewedBy = (thread: Thread | undefined, page: MessageList): Thread =>
  thread === undefined
    ? threadOf(page)
    : { ...threadOf(page), ...upTo(thread, page.session), gapBefore: gapBehind(thread, page) }

const isBehind = (thread: Thread, { session }: MessageList): boolean => session.seq < toldOf(thread)

const gapBehind = (thread: Thread, page: MessageList): number | null =>
  isBehind(thread, page) ? toldOf(thread) : null

/**
 * Brings a thread up to date with the newest page: what the page covers is as the page says, what
 * is older stays, and what was told since the page was read. Where both do not touch, the newest
 * page stands for itself.
 */
export function withLatest(thread: Thread, page: MessageList): Thread {
  const fresh = renewedBy(thread, page)
  const [first] = page.items
  // Of an old part nothing newer is known.
  if (thread.hasMoreAfter) return fresh
  const newest = page.items.at(-1)?.seq ?? 0
  const told = isBehind(thread, page) ? thread.items.filter(({ seq }) => seq > newest) : []
  if (first === undefined) return { ...fresh, items: told }
  const before = thread.items.findLast(({ seq }) => seq < first.seq)
  const isKnown = thread.items.some(({ id }) => id === first.id)
  const isTouching = before === undefined || isKnown || before.seq + 1 >= first.seq
  if (page.hasMoreBefore && !isTouching) return { ...fresh, items: [...page.items, ...told] }
  const part = withPart(thread, page)
  return {
    ...part,
    items: [...part.items.filter(({ seq }) => seq <= newest), ...told],
    hasMoreAfter: false,
    // Where reading began stays marked while the chat is open.
    firstUnreadId: thread.firstUnreadId ?? page.firstUnreadId,
    templates: fresh.templates.length > 0 ? fresh.templates : thread.templates,
  }
}

/** Brings the part of a thread up to date that a page out of it covers. */
export function withPart(thread: Thread, page: MessageList): Thread {
  const first = page.items[0]?.seq ?? Infinity
  const last = page.items.at(-1)?.seq ?? 0
  const known = new Map(thread.items.map((message) => [message.id, message]))
  const older = thread.items.filter(({ seq }) => seq < first)
  const newer = thread.items.filter(({ seq }) => seq > last)
  const covered = page.items.map((message) => newerMessage(known.get(message.id), message))
  return {
    ...thread,
    ...upTo(thread, page.session),
    gapBefore: gapBehind(thread, page),
    items: [...older, ...covered, ...newer],
    hasMoreBefore: older.length > 0 ? thread.hasMoreBefore : page.hasMoreBefore,
    hasMoreAfter: newer.length > 0 ? thread.hasMoreAfter : page.hasMoreAfter,
  }
}

/** Takes in that something happened; what happened before it may have been missed. */
export const withNews = (thread: Thread, seq: number): Thread => ({
  ...thread,
  seq: Math.max(thread.seq, seq),
  gapBefore: seq > thread.seq + 1 ? seq : thread.gapBefore,
})

/** Of what happened until now something may have been missed. */
export const withGap = (thread: Thread): Thread => ({
  ...thread,
  gapBefore: thread.gapBefore ?? thread.seq,
})

/** Takes in one message that was written or changed; one out of the stretch's reach is left out. */
export function withMessage(thread: Thread, message: Message): Thread {
  const index = thread.items.findIndex(({ id }) => id === message.id)
  if (index >= 0) {
    const items = thread.items.with(index, newerMessage(thread.items[index], message))
    return { ...thread, items }
  }
  const [first] = thread.items
  if (thread.hasMoreAfter) return thread
  if (first !== undefined && message.seq < first.seq && thread.hasMoreBefore) return thread
  return { ...thread, items: mergeItems(thread.items, [message]) }
}

export function withoutMessage(thread: Thread, id: Message['id']): Thread {
  const items = thread.items.filter((message) => message.id !== id)
  return items.length === thread.items.length ? thread : { ...thread, items }
}

/** Of two states of a chat the later one. */
export const newerSession = (known: ChatSession, incoming: ChatSession): ChatSession =>
  incoming.seq >= known.seq ? incoming : known

const ranks: Record<MessageStatus, number> = {
  queued: 0,
  received: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
}

/** A message as it is now; within one attempt no tick goes back, in whatever order news arrive. */
export function newerMessage(known: Message | undefined, incoming: Message): Message {
  if (known === undefined) return incoming
  if (incoming.attempts < known.attempts) return { ...incoming, ...deliveryOf(known) }
  const isBack =
    incoming.attempts === known.attempts && ranks[incoming.status] < ranks[known.status]
  return isBack ? { ...incoming, ...deliveryOf(known) } : incoming
}

function deliveryOf({ status, statusAt, attempts, error, heldUntil, billed }: Message) {
  return {
    status,
    attempts,
    statusAt,
    ...(error !== undefined && { error }),
    ...(heldUntil !== undefined && { heldUntil }),
    ...(billed !== undefined && { billed }),
  }
}

/** Both in the order of the chat, each message once; what is said later of one counts. */
function mergeItems(items: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map(items.map((message) => [message.id, message]))
  for (const message of more) byId.set(message.id, newerMessage(byId.get(message.id), message))
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq)
}
