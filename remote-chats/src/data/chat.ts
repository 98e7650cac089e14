import type { Given } from '@errand/contract/call'
import type { Message, MessageStatus } from '@errand/contract/chats/message'
import {
  listMessagesCall,
  type ChatSession,
  type MessageList,
} from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { callApi, isFinalError, pollPause, queryClient } from '@errand/shared-auth'
import { type QueryFilters, queryOptions } from '@tanstack/react-query'

import { chatsKey } from './chats.queries.ts'

/** A session with a contiguous range of its messages, oldest first. */
export interface Chat {
  session: ChatSession
  items: readonly Message[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  firstUnreadId: string | null
  templates: readonly Template[]
}

/** A chat that consists of one page of messages. */
export const toChat = ({ templates = [], ...page }: MessageList): Chat => ({
  ...page,
  templates,
})

/** Prepends older messages. */
export const withOlder = (chat: Chat, page: MessageList): Chat => ({
  ...chat,
  session: newerSession(chat.session, page.session),
  items: mergeItems(page.items, chat.items),
  hasMoreBefore: page.hasMoreBefore,
})

/** Appends newer messages. */
const withNewer = (chat: Chat, page: MessageList): Chat => ({
  ...chat,
  session: newerSession(chat.session, page.session),
  items: mergeItems(chat.items, page.items),
  hasMoreAfter: page.hasMoreAfter,
})

/**
 * Updates a chat with the newest page: messages of the page replace those that are loaded, older
 * ones stay. A reader of an older part stays there; if the two do not overlap, the page replaces
 * everything.
 */
export function withLatest(chat: Chat, page: MessageList): Chat {
  const [first] = page.items
  const session = newerSession(chat.session, page.session)
  if (chat.hasMoreAfter) return { ...chat, session }
  const older = chat.items.filter(({ seq }) => first !== undefined && seq < first.seq)
  const overlaps = chat.items.some(({ id }) => id === first?.id)
  if (page.hasMoreBefore && !overlaps) return { ...toChat(page), session }
  const known = new Map(chat.items.map((message) => [message.id, message]))
  return {
    ...chat,
    session,
    items: [...older, ...page.items.map((message) => newerMessage(known.get(message.id), message))],
    hasMoreBefore: older.length > 0 ? chat.hasMoreBefore : page.hasMoreBefore,
    templates: page.templates ?? chat.templates,
  }
}

/** Adds or updates one message; one outside of the loaded range is ignored. */
export function withMessage(chat: Chat, message: Message): Chat {
  const index = chat.items.findIndex(({ id }) => id === message.id)
  if (index >= 0) {
    const items = chat.items.with(index, newerMessage(chat.items[index], message))
    return { ...chat, items }
  }
  const [first] = chat.items
  if (chat.hasMoreAfter) return chat
  if (first !== undefined && message.seq < first.seq && chat.hasMoreBefore) return chat
  return { ...chat, items: mergeItems(chat.items, [message]) }
}

export function withoutMessage(chat: Chat, id: Message['id']): Chat {
  const items = chat.items.filter((message) => message.id !== id)
  return items.length === chat.items.length ? chat : { ...chat, items }
}

/** The newer of two states of a session. */
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

/**
 * The newer state of a message; within one attempt its status never goes back, whatever the order
 * of events.
 */
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

/** Merges messages in the order of the chat, each once; later states win. */
function mergeItems(items: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map(items.map((message) => [message.id, message]))
  for (const message of more) byId.set(message.id, newerMessage(byId.get(message.id), message))
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq)
}

type SessionId = ChatSession['id']

const openChatsKey = [...chatsKey, 'thread'] as const

/** The last event of each session: a page that was read before it is fetched again. */
const lastEventSeqs = new Map<SessionId, number>()
/**
 * Sessions of which events may have been missed. Not in the query cache, where each event is an
 * update.
 */
const gaps = new Set<SessionId>()
/** Failed fetches since the last success; the query cache counts those of its whole life. */
const failures = new Map<SessionId, number>()

/** The refetch delay while so much happens that answers are outdated on arrival. */
const gapMs = 2000
/** The refetch delays while the api is unreachable. */
const errorRetryDelays = { shortestMs: 16_000, longestMs: 120_000 }

/** A session with the messages around the reader's position. */
export const chatQuery = (id: SessionId) =>
  queryOptions({
    queryKey: [...openChatsKey, id],
    queryFn: async ({ signal }): Promise<Chat> => {
      // Events missed from now on are not in this answer.
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
    // Events keep it up to date; it is stale only after a gap.
    staleTime: () => (gaps.has(id) ? 0 : Infinity),
    refetchInterval: ({ state: { error } }) =>
      gaps.has(id) &&
      (error === null ? gapMs : pollPause(error, failures.get(id) ?? 0, errorRetryDelays)),
  })

/** The cached chat. */
export const readChat = (id: SessionId): Chat | undefined =>
  queryClient.getQueryData(chatQuery(id).queryKey)

/** Updates the cached chat, if there is one. */
export function patchChat(id: SessionId, patch: (chat: Chat) => Chat): void {
  queryClient.setQueryData(chatQuery(id).queryKey, (chat) => chat && patch(chat))
}

/** Records the last event of a session: older answers are discarded. */
export function recordEventSeq(id: SessionId, seq: number): void {
  lastEventSeqs.set(id, Math.max(seq, lastEventSeqs.get(id) ?? 0))
}

/** Refetches every cached chat, those not shown when they are opened. */
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

/** Fetches a page again if events have overtaken it. */
async function readPage(
  id: SessionId,
  query: Given<typeof listMessagesCall>['query'],
  signal?: AbortSignal,
): Promise<MessageList> {
  for (let reading = 1; ; reading += 1) {
    const page = await callApi(listMessagesCall, { id, query, signal })
    if (page.session.seq >= (lastEventSeqs.get(id) ?? 0)) return page
    if (reading === maxReads) {
      gaps.add(id)
      return page
    }
  }
}

/** Loads the page before the first message. */
export async function loadOlder(id: SessionId): Promise<void> {
  const first = readChat(id)?.items[0]
  if (first === undefined) return
  const page = await readPage(id, { before: first.id })
  // The reader may have jumped elsewhere meanwhile, and the page would leave a gap.
  patchChat(id, (chat) => (chat.items[0]?.id === first.id ? withOlder(chat, page) : chat))
}

/** Loads the page after the last message. */
export async function loadNewer(id: SessionId): Promise<void> {
  const last = readChat(id)?.items.at(-1)
  if (last === undefined) return
  const page = await readPage(id, { after: last.id })
  patchChat(id, (chat) => (chat.items.at(-1)?.id === last.id ? withNewer(chat, page) : chat))
}

/** Loads the messages around a message, unless it is loaded already. */
export async function loadAround(id: SessionId, messageId: string): Promise<void> {
  if (readChat(id)?.items.some((message) => message.id === messageId) === true) return
  const page = await readPage(id, { around: messageId })
  queryClient.setQueryData(chatQuery(id).queryKey, toChat(page))
}

/** Loads the newest page. */
export async function loadLatest(id: SessionId): Promise<void> {
  const page = await readPage(id, {})
  queryClient.setQueryData(chatQuery(id).queryKey, toChat(page))
}
