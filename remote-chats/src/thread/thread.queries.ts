import type { ChatSession, ListMessagesQuery, MessageList } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { behindAnswers } from '../chats/behind-answers.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { listMessages } from '../chats/messages.api.ts'
import { threadOf, withLatest, withNewer, withOlder, withSession, type Thread } from './thread.ts'

type SessionId = ChatSession['id']

const threadKey = (id: SessionId) => [...chatsKey, 'thread', id] as const

/** One chat with the messages around where its reader is. */
export const threadQuery = (id: SessionId) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async ({ signal }): Promise<Thread> => {
      const page = await readPage(id, {}, signal)
      const known = readThread(id)
      if (known === undefined) return threadOf(page)
      // Whoever reads an old part stays there: the end is fetched when it is gone to.
      return known.hasMoreAfter ? withSession(known, page.session) : withLatest(known, page)
    },
    // Events keep it up to date; a new look is for when something was missed.
    staleTime: Infinity,
  })

/** What is known of a chat at this moment. */
export const readThread = (id: SessionId): Thread | undefined =>
  queryClient.getQueryData(threadQuery(id).queryKey)

/** Changes what is known of a chat, if anything is. */
export function patchThread(id: SessionId, patch: (thread: Thread) => Thread): void {
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) => thread && patch(thread))
}

/** Has a chat read again if what is known of it, or the answer on its way, is without this event. */
export function readAgainWithout(id: SessionId, seq: number): void {
  const check = () => {
    const thread = readThread(id)
    if (thread === undefined || thread.seq >= seq) return
    void queryClient.invalidateQueries(threadQuery(id))
  }
  const isAsked = queryClient.isFetching(threadQuery(id)) > 0
  if (isAsked) behindAnswers(threadKey(id), check)
  else check()
}

const maxReadings = 3

/** A page that was read before what events told meanwhile is read again. */
async function readPage(
  id: SessionId,
  query: ListMessagesQuery,
  signal?: AbortSignal,
): Promise<MessageList> {
  let page = await listMessages(id, query, signal)
  for (let reading = 1; reading < maxReadings; reading += 1) {
    if (page.session.seq >= (readThread(id)?.seq ?? 0)) break
    page = await listMessages(id, query, signal)
  }
  return page
}

/** Fetches the page before what is known. */
export async function loadOlder(id: SessionId): Promise<void> {
  const first = readThread(id)?.items[0]
  if (first === undefined) return
  const page = await readPage(id, { before: first.id })
  patchThread(id, (thread) => withOlder(thread, page))
}

/** Fetches the page behind what is known. */
export async function loadNewer(id: SessionId): Promise<void> {
  const last = readThread(id)?.items.at(-1)
  if (last === undefined) return
  const page = await readPage(id, { after: last.id })
  patchThread(id, (thread) => withNewer(thread, page))
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
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) =>
    thread === undefined ? threadOf(page) : withLatest(thread, page),
  )
}
