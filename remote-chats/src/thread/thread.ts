import type { Message, MessageStatus } from '@errand/contract/chats/message'
import type { ChatSession, MessageList } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'

/** A stretch of a chat without holes, oldest message first, as this page knows it. */
export interface Thread {
  session: ChatSession
  items: readonly Message[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  firstUnreadId: string | null
  templates: readonly Template[]
}

/** A page of messages that stands for itself. */
export const threadOf = ({ templates = [], ...page }: MessageList): Thread => ({
  ...page,
  templates,
})

/** Puts older messages before those that are known. */
export const withOlder = (thread: Thread, page: MessageList): Thread => ({
  ...thread,
  session: newerSession(thread.session, page.session),
  items: mergeItems(page.items, thread.items),
  hasMoreBefore: page.hasMoreBefore,
})

/** Puts newer messages behind those that are known. */
export const withNewer = (thread: Thread, page: MessageList): Thread => ({
  ...thread,
  session: newerSession(thread.session, page.session),
  items: mergeItems(thread.items, page.items),
  hasMoreAfter: page.hasMoreAfter,
})

/**
 * Brings a thread up to date with the newest page: what the page covers is as the page says, what is
 * older stays. A reader of an old part stays there; where both do not touch, the page stands for itself.
 */
export function withLatest(thread: Thread, page: MessageList): Thread {
  const [first] = page.items
  const session = newerSession(thread.session, page.session)
  if (thread.hasMoreAfter) return { ...thread, session }
  const older = thread.items.filter(({ seq }) => first !== undefined && seq < first.seq)
  const isTouching = thread.items.some(({ id }) => id === first?.id)
  if (page.hasMoreBefore && !isTouching) return { ...threadOf(page), session }
  const known = new Map(thread.items.map((message) => [message.id, message]))
  return {
    ...thread,
    session,
    items: [...older, ...page.items.map((message) => newerMessage(known.get(message.id), message))],
    hasMoreBefore: older.length > 0 ? thread.hasMoreBefore : page.hasMoreBefore,
    templates: page.templates ?? thread.templates,
  }
}

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
