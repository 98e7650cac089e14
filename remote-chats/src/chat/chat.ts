import type { Message, MessageStatus } from '@errand/contract/chats/message'
import type { ChatSession, ListMessagesQuery, MessageList } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { isFinalError, pollPause, queryClient } from '@errand/shared-auth'
import { type QueryFilters, queryOptions } from '@tanstack/react-query'

import { listMessages } from '../chats/chats.api.ts'
import { chatsKey } from '../chats/chats.queries.ts'

/** A stretch of a chat without holes, oldest message first, as this page knows it. */
export interface Chat {
  session: ChatSession
  items: readonly Message[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  firstUnreadId: string | null
  templates: readonly Template[]
}

/** A page of messages that stands for itself. */
export const toChat = ({ templates = [], ...page }: MessageList): Chat => ({
  ...page,
  templates,
})

/** Puts older messages before those that are known. */
export const withOlder = (thread: Chat, page: MessageList): Chat => ({
  ...thread,
  session: newerSession(thread.session, page.session),
  items: mergeItems(page.items, thread.items),
  hasMoreBefore: page.hasMoreBefore,
})

/** Puts newer messages behind those that are known. */
const withNewer = (thread: Chat, page: MessageList): Chat => ({
  ...thread,
  session: newerSession(thread.session, page.session),
  items: mergeItems(thread.items, page.items),
  hasMoreAfter: page.hasMoreAfter,
})

/**
 * Brings a thread up to date with the newest page: what the page covers is as the page says, what is
 * older stays. A reader of an old part stays there; where both do not touch, the page stands for itself.
 */
export function withLatest(thread: Chat, page: MessageList): Chat {
  const [first] = page.items
  const session = newerSession(thread.session, page.session)
  if (thread.hasMoreAfter) return { ...thread, session }
  const older = thread.items.filter(({ seq }) => first !== undefined && seq < first.seq)
  const overlaps = thread.items.some(({ id }) => id === first?.id)
  if (page.hasMoreBefore && !overlaps) return { ...toChat(page), session }
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
export function withMessage(thread: Chat, message: Message): Chat {
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

export function withoutMessage(thread: Chat, id: Message['id']): Chat {
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
  if (incoming.attempts < known.attempts) return { ...incoming, ...deliveryState(known) }
  const goesBack =
    incoming.attempts === known.attempts && ranks[incoming.status] < ranks[known.status]
  return goesBack ? { ...incoming, ...deliveryState(known) } : incoming
}

function deliveryState({ status, statusAt, attempts, error, heldUntil, billed }: Message) {
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

type SessionId = ChatSession['id']

const openChatsKey = [...chatsKey, 'thread'] as const

/** The last event that was heard of each chat: an answer that was read before it is asked for again. */
const lastEventSeqs = new Map<SessionId, number>()
/** The chats of which something may have been missed. Not in the cache, where each event is an update. */
const gaps = new Set<SessionId>()
/** How many answers failed since the last good one; the cache counts those of its whole life. */
const failures = new Map<SessionId, number>()

/** So much happens just now that an answer is old when it comes. */
const gapMs = 2000
/** No answer came. */
const errorRetryDelays = { shortestMs: 16_000, longestMs: 120_000 }

/** One chat with the messages around where its reader is. */
export const chatQuery = (id: SessionId) =>
  queryOptions({
    queryKey: [...openChatsKey, id],
    queryFn: async ({ signal }): Promise<Chat> => {
      // What is missed from here on is not in the answer.
      gaps.delete(id)
      try {
        const page = await readPage(id, {}, signal)
        failures.delete(id)
        const known = readChat(id)
        if (known === undefined) return toChat(page)
        return gaps.has(id) ? known : withLatest(known, page)
      } catch (error) {
        gaps.add(id)
        if (!signal.aborted) failures.set(id, (failures.get(id) ?? 0) + 1)
        throw error
      }
    },
    // Events keep it up to date; a new look is for when something was missed.
    staleTime: () => (gaps.has(id) ? 0 : Infinity),
    refetchInterval: ({ state: { error } }) =>
      gaps.has(id) &&
      (error === null ? gapMs : pollPause(error, failures.get(id) ?? 0, errorRetryDelays)),
  })

/** What is known of a chat at this moment. */
export const readChat = (id: SessionId): Chat | undefined =>
  queryClient.getQueryData(chatQuery(id).queryKey)

/** Changes what is known of a chat, if anything is. */
export function patchChat(id: SessionId, patch: (thread: Chat) => Chat): void {
  queryClient.setQueryData(chatQuery(id).queryKey, (thread) => thread && patch(thread))
}

/** Notes how far a chat is: no answer from before counts. */
export function recordEventSeq(id: SessionId, seq: number): void {
  lastEventSeqs.set(id, Math.max(seq, lastEventSeqs.get(id) ?? 0))
}

/** Has every chat read again; one that is not on show when it is opened. */
export function refetchAllChats(): void {
  const filter: QueryFilters = {
    queryKey: openChatsKey,
    predicate: ({ state }) => !isFinalError(state.error),
  }
  for (const { queryKey } of queryClient.getQueryCache().findAll(filter)) {
    gaps.add(queryKey[openChatsKey.length] as SessionId)
  }
  void queryClient.invalidateQueries(filter)
}

const maxReads = 3

/** A page that was read before what events told meanwhile is read again. */
async function readPage(
  id: SessionId,
  query: ListMessagesQuery,
  signal?: AbortSignal,
): Promise<MessageList> {
  for (let reading = 1; ; reading += 1) {
    const page = await listMessages(id, query, signal)
    if (page.session.seq >= (lastEventSeqs.get(id) ?? 0)) return page
    if (reading === maxReads) {
      gaps.add(id)
      return page
    }
  }
}

/** Fetches the page before what is known. */
export async function loadOlder(id: SessionId): Promise<void> {
  const first = readChat(id)?.items[0]
  if (first === undefined) return
  const page = await readPage(id, { before: first.id })
  // Where its reader has gone elsewhere meanwhile it would leave a hole.
  patchChat(id, (thread) => (thread.items[0]?.id === first.id ? withOlder(thread, page) : thread))
}

/** Fetches the page behind what is known. */
export async function loadNewer(id: SessionId): Promise<void> {
  const last = readChat(id)?.items.at(-1)
  if (last === undefined) return
  const page = await readPage(id, { after: last.id })
  patchChat(id, (thread) =>
    thread.items.at(-1)?.id === last.id ? withNewer(thread, page) : thread,
  )
}

/** Makes sure that a message is among what is known, wherever in the chat it stands. */
export async function loadAround(id: SessionId, messageId: string): Promise<void> {
  if (readChat(id)?.items.some((message) => message.id === messageId) === true) return
  const page = await readPage(id, { around: messageId })
  queryClient.setQueryData(chatQuery(id).queryKey, toChat(page))
}

/** Back to the end of the chat. */
export async function loadLatest(id: SessionId): Promise<void> {
  const page = await readPage(id, {})
  queryClient.setQueryData(chatQuery(id).queryKey, toChat(page))
}
