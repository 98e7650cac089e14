import type { ChatSession } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import type { QueryKey } from '@tanstack/react-query'

import { newerSession } from '../thread/thread.ts'
import { noteHeard, patchThread, readThread } from '../thread/thread.queries.ts'
import { chatsWithQuery, listsKey, totalsKey } from './chats.queries.ts'
import { emptyFilter, matchesFilter, type SessionFilter } from './session-filter.ts'
import { replaced, sessionsOf, withSession, type SessionPages } from './session-list.ts'

/** Takes in a chat as the api has it now, wherever the page shows it. */
export function takeSession(session: ChatSession): void {
  noteHeard(session.id, session.seq)
  forEachList((pages, filter) => takenInto(pages, session, filter))
  takeBehindAnswers(session)
  patchChatsWith(session)
  patchThread(session.id, (thread) => ({
    ...thread,
    // Lists leave out what a chat collected.
    session: newerSession(thread.session, withAnswers(session, thread.session)),
  }))
}

/** A list with the chat in it; one whose order only the api knows is read again. */
function takenInto(pages: SessionPages, session: ChatSession, filter: SessionFilter): SessionPages {
  if (isMissing(pages, session, filter)) askAgainFor(filter)
  return withSession(pages, session, filter)
}

/** An answer that was asked for before something was heard comes without it, and would stand. */
function takeBehindAnswers(session: ChatSession): void {
  behindAnswers(listsKey, (queryKey) => {
    queryClient.setQueryData<SessionPages>(
      queryKey,
      (pages) => pages && takenInto(pages, session, queryKey[listsKey.length] as SessionFilter),
    )
  })
}

const withAnswers = (session: ChatSession, { formData }: ChatSession): ChatSession =>
  session.formData === null ? { ...session, formData } : session

/** Changes a chat on the screen before the api has agreed; what it says next counts. */
export function patchSession(id: ChatSession['id'], change: Partial<ChatSession>): void {
  forEachList((pages) => {
    const known = sessionsOf(pages).find((session) => session.id === id)
    return known === undefined ? pages : replaced(pages, { ...known, ...change })
  })
  patchThread(id, (thread) => ({ ...thread, session: { ...thread.session, ...change } }))
}

/** A chat as the page knows it. */
export function readSession(id: ChatSession['id']): ChatSession | undefined {
  const thread = readThread(id)
  if (thread !== undefined) return thread.session
  for (const [, pages] of queryClient.getQueriesData<SessionPages>({ queryKey: listsKey })) {
    const found = sessionsOf(pages).find((session) => session.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

function forEachList(change: (pages: SessionPages, filter: SessionFilter) => SessionPages): void {
  for (const [key, pages] of queryClient.getQueriesData<SessionPages>({ queryKey: listsKey })) {
    if (pages === undefined) continue
    queryClient.setQueryData(key, change(pages, key[listsKey.length] as SessionFilter))
  }
}

/** Whether a chat belongs into a list whose order only the api knows. */
function isMissing(pages: SessionPages, session: ChatSession, filter: SessionFilter): boolean {
  if (filter.sort === emptyFilter.sort || matchesFilter(session, filter) !== true) return false
  return sessionsOf(pages).every(({ id }) => id !== session.id)
}

const pauseMs = 1500
const asked = new Set<string>()

/** Has a list read again; once for all that happens within a moment. */
function askAgainFor(filter: SessionFilter): void {
  const name = JSON.stringify(filter)
  if (asked.has(name)) return
  asked.add(name)
  setTimeout(() => {
    asked.delete(name)
    void queryClient.invalidateQueries({ queryKey: [...listsKey, filter] })
  }, pauseMs)
}

let isCounting = false

/** Has the chips count again; once for all that happens within a moment. */
export function recount(): void {
  if (isCounting) return
  isCounting = true
  setTimeout(() => {
    isCounting = false
    void queryClient.invalidateQueries({ queryKey: totalsKey })
  }, pauseMs)
}

/** Takes in a chat as the api has it now, where the chats with its contact are known. */
function patchChatsWith(session: ChatSession): void {
  const { queryKey } = chatsWithQuery(session.contact)
  const take = () => {
    queryClient.setQueryData(queryKey, (chats) => chats && withChat(chats, session))
  }
  take()
  behindAnswers(queryKey, take)
}

function withChat(chats: ChatSession[], session: ChatSession): ChatSession[] {
  const known = chats.find(({ id }) => id === session.id)
  const current = known === undefined ? session : newerSession(known, session)
  const others = chats.filter(({ id }) => id !== session.id)
  return [current, ...others].toSorted((one, other) =>
    other.lastActivityAt.localeCompare(one.lastActivityAt),
  )
}

/** Runs a task for each query below this key that waits for an answer, once the cache has it. */
function behindAnswers(key: QueryKey, task: (queryKey: QueryKey) => void): void {
  const waiting = { queryKey: key, fetchStatus: 'fetching' } as const
  for (const { queryKey, promise } of queryClient.getQueryCache().findAll(waiting)) {
    // A moment later, when the cache has taken it for certain.
    void promise?.then(
      () => setTimeout(() => task(queryKey)),
      () => undefined,
    )
  }
}
