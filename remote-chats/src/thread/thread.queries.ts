import type { ChatSession, ListMessagesQuery, MessageList } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { listMessages } from '../chats/messages.api.ts'
import { threadOf, withLatest, withNewer, withOlder, type Thread } from './thread.ts'

type SessionId = ChatSession['id']

const threadsKey = [...chatsKey, 'thread'] as const

/** The last event that was heard of each chat: an answer that was read before it is asked for again. */
const heard = new Map<SessionId, number>()
/** The chats of which something may have been missed. Not in the cache, where each event is an update. */
const gaps = new Set<SessionId>()

/** So much happens just now that an answer is old when it comes, or none came. */
const gapMs = 2000
const lostMs = 20_000

/** One chat with the messages around where its reader is. */
export const threadQuery = (id: SessionId) =>
  queryOptions({
    queryKey: [...threadsKey, id],
    queryFn: async ({ signal }): Promise<Thread> => {
      // What is missed from here on is not in the answer.
      gaps.delete(id)
      try {
        const page = await readPage(id, {}, signal)
        const known = readThread(id)
        if (known === undefined) return threadOf(page)
        return gaps.has(id) ? known : withLatest(known, page)
      } catch (error) {
        gaps.add(id)
        throw error
      }
    },
    // Events keep it up to date; a new look is for when something was missed.
    staleTime: () => (gaps.has(id) ? 0 : Infinity),
    refetchInterval: ({ state }) => gaps.has(id) && (state.error === null ? gapMs : lostMs),
  })

/** What is known of a chat at this moment. */
export const readThread = (id: SessionId): Thread | undefined =>
  queryClient.getQueryData(threadQuery(id).queryKey)

/** Changes what is known of a chat, if anything is. */
export function patchThread(id: SessionId, patch: (thread: Thread) => Thread): void {
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) => thread && patch(thread))
}

/** Notes how far a chat is: no answer from before counts. */
export function noteHeard(id: SessionId, seq: number): void {
  heard.set(id, Math.max(seq, heard.get(id) ?? 0))
}

/** Has every chat read again; one that is not on show when it is opened. */
export function readAllAgain(): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: threadsKey })) {
    gaps.add(queryKey[threadsKey.length] as SessionId)
  }
  void queryClient.invalidateQueries({ queryKey: threadsKey })
}

const maxReadings = 3

/** A page that was read before what events told meanwhile is read again. */
async function readPage(
  id: SessionId,
  query: ListMessagesQuery,
  signal?: AbortSignal,
): Promise<MessageList> {
  for (let reading = 1; ; reading += 1) {
    const page = await listMessages(id, query, signal)
    if (page.session.seq >= (heard.get(id) ?? 0)) return page
    if (reading === maxReadings) {
      gaps.add(id)
      return page
    }
  }
}

/** Fetches the page before what is known. */
export async function loadOlder(id: SessionId): Promise<void> {
  const first = readThread(id)?.items[0]
  if (first === undefined) return
  const page = await readPage(id, { before: first.id })
  // Where its reader has gone elsewhere meanwhile it would leave a hole.
  patchThread(id, (thread) => (thread.items[0]?.id === first.id ? withOlder(thread, page) : thread))
}

/** Fetches the page behind what is known. */
export async function loadNewer(id: SessionId): Promise<void> {
  const last = readThread(id)?.items.at(-1)
  if (last === undefined) return
  const page = await readPage(id, { after: last.id })
  patchThread(id, (thread) =>
    thread.items.at(-1)?.id === last.id ? withNewer(thread, page) : thread,
  )
}

/** Makes sure that a message is among what is known, wherever in the chat it stands. */
export async function loadAround(id: SessionId, messageId: string): Promise<void> {
  if (readThread(id)?.items.some((message) => message.id === messageId) === true) return
  const page = await readPage(id, { around: messageId })
  queryClient.setQueryData(threadQuery(id).queryKey, threadOf(page))
}

/** Back to the end of the chat. */
export async function loadLatest(id: SessionId): Promise<void> {
  const page = await readPage(id, {})
  queryClient.setQueryData(threadQuery(id).queryKey, threadOf(page))
}
