import type { Message } from '@errand/contract/chats/message'
import type { ChatSession, ListMessagesQuery, MessageList } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { behindAnswers } from '../chats/behind-answers.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { listMessages } from '../chats/messages.api.ts'
import {
  renewedBy,
  threadOf,
  toldOf,
  withGap,
  withLatest,
  withNewer,
  withOlder,
  withPart,
  withSession,
  type Thread,
} from './thread.ts'

type SessionId = ChatSession['id']

const threadsKey = [...chatsKey, 'thread'] as const
const threadKey = (id: SessionId) => [...threadsKey, id] as const

/** One chat with the messages around where its reader is. */
export const threadQuery = (id: SessionId) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async ({ signal }): Promise<Thread> => {
      const around = middleOfOldPart(readThread(id))
      const page = await readPage(id, around === undefined ? {} : { around }, signal)
      const known = readThread(id)
      if (known === undefined) return threadOf(page)
      if (around !== undefined)
        return known.items.some((message) => message.id === around) ? withPart(known, page) : known
      return known.hasMoreAfter ? withSession(known, page.session) : withLatest(known, page)
    },
    // Events keep it up to date; a new look is for when something was missed.
    staleTime: ({ state }) => (hasGap(state.data) ? 0 : Infinity),
    // So much is told just now that an answer is old when it comes, or none came.
    refetchInterval: ({ state }) => hasGap(state.data) && (state.error === null ? gapMs : lostMs),
  })

const gapMs = 2000
const lostMs = 20_000

const hasGap = (thread: Thread | undefined): boolean => typeof thread?.gapBefore === 'number'

/** Whoever reads an old part stays there: that is read again, and the end when it is gone to. */
const middleOfOldPart = (thread: Thread | undefined): Message['id'] | undefined =>
  thread?.hasMoreAfter === true && hasGap(thread)
    ? thread.items[Math.floor(thread.items.length / 2)]?.id
    : undefined

/** What is known of a chat at this moment. */
export const readThread = (id: SessionId): Thread | undefined =>
  queryClient.getQueryData(threadQuery(id).queryKey)

/** Changes what is known of a chat, if anything is. */
export function patchThread(id: SessionId, patch: (thread: Thread) => Thread): void {
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) => thread && patch(thread))
}

/** Has a chat read again of which something was missed; one that is not on show when it is opened. */
export function readAgain(id: SessionId): void {
  patchThread(id, withGap)
  // An answer on its way is looked at when it comes: whatever was told until then has to be in it.
  void queryClient.invalidateQueries(threadQuery(id), { cancelRefetch: false })
}

/** The same for every chat, and again for those whose first answer is on its way. */
export function readAllAgain(): void {
  for (const { state, queryKey } of queryClient.getQueryCache().findAll({ queryKey: threadsKey })) {
    const id = queryKey[threadsKey.length] as SessionId
    if (state.data === undefined) behindAnswers(queryKey, () => readAgain(id))
    else patchThread(id, withGap)
  }
  void queryClient.invalidateQueries({ queryKey: threadsKey })
}

/** Has a chat read again if its first answer, which is on its way, comes without this event. */
export function readAgainWithout(id: SessionId, seq: number): void {
  behindAnswers(threadKey(id), () => {
    const thread = readThread(id)
    if (thread !== undefined && thread.seq < seq) readAgain(id)
  })
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
    const thread = readThread(id)
    if (thread === undefined || page.session.seq >= toldOf(thread)) break
    page = await listMessages(id, query, signal)
  }
  return page
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
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) => renewedBy(thread, page))
}

/** Back to the end of the chat. */
export async function loadLatest(id: SessionId): Promise<void> {
  const page = await readPage(id, {})
  queryClient.setQueryData(threadQuery(id).queryKey, (thread) =>
    thread === undefined ? threadOf(page) : withLatest(thread, page),
  )
}
