import type { FormData } from '@errand/contract/chats/form-data'
import type { ChatSession, SessionList } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import type { InfiniteData, QueryKey } from '@tanstack/react-query'

import { newerSession, recordEventSeq, patchChat, readChat } from './chat.ts'
import { bookingsKey, chatsWithQuery, listsKey, responsesKey, totalsKey } from './chats.queries.ts'
import { emptyFilter, matchesFilter, type SessionFilter } from './session-filter.ts'

/** Updates a session in every cached list and chat. */
export function applySession(session: ChatSession): void {
  recordEventSeq(session.id, session.seq)
  updateQueries<SessionPages>(listsKey, (pages, key) => {
    const filter = key[listsKey.length] as SessionFilter
    if (isMissing(pages, session, filter)) invalidateSoon(key)
    return upsertSession(pages, session, filter)
  })
  updateQueries<ChatSession[]>(chatsWithQuery(session.contact).queryKey, (chats) =>
    upsertChat(chats, session),
  )
  patchChat(session.id, (chat) => ({
    ...chat,
    // Lists do not contain the answers of a session.
    session: newerSession(chat.session, keepAnswers(session, chat.session)),
  }))
}

/**
 * Updates the cached queries below a key. A fetch in progress started before this change, so the
 * change is applied to its result as well.
 */
function updateQueries<T>(key: QueryKey, task: (data: T, key: QueryKey) => T): void {
  for (const { queryKey, state, promise } of queryClient
    .getQueryCache()
    .findAll({ queryKey: key })) {
    const apply = () =>
      queryClient.setQueryData<T>(queryKey, (data) => data && task(data, queryKey))
    apply()
    if (state.fetchStatus !== 'fetching') continue
    // After the cache has stored the result.
    void promise?.then(
      () => setTimeout(apply),
      () => undefined,
    )
  }
}

function keepAnswers(session: ChatSession, known: ChatSession): ChatSession {
  if (session.formData !== null) return session
  const { formData, earlierFormData } = known
  return { ...session, formData, ...(earlierFormData !== undefined && { earlierFormData }) }
}

/** Updates one set of answers before the api's next answer. */
export function patchAnswers(id: ChatSession['id'], answers: FormData): void {
  const { formData, earlierFormData } = readSession(id) ?? {}
  if (formData?.id === answers.id) patchSession(id, { formData: answers })
  else if (earlierFormData !== undefined)
    patchSession(id, {
      earlierFormData: earlierFormData.map((one) => (one.id === answers.id ? answers : one)),
    })
}

/** Updates a session before the api has confirmed it; the next answer of the api replaces it. */
export function patchSession(id: ChatSession['id'], part: Partial<ChatSession>): void {
  for (const [key, pages] of queryClient.getQueriesData<SessionPages>({ queryKey: listsKey })) {
    const known = sessionsOf(pages).find((session) => session.id === id)
    if (pages && known) queryClient.setQueryData(key, replaceSession(pages, { ...known, ...part }))
  }
  patchChat(id, (chat) => ({ ...chat, session: { ...chat.session, ...part } }))
}

/** The cached session. */
export const readSession = (id: ChatSession['id']): ChatSession | undefined =>
  readChat(id)?.session ??
  queryClient
    .getQueriesData<SessionPages>({ queryKey: listsKey })
    .flatMap(([, pages]) => sessionsOf(pages))
    .find((session) => session.id === id)

/** Whether a session may belong into a list whose order only the api knows. */
function isMissing(pages: SessionPages, session: ChatSession, filter: SessionFilter): boolean {
  if (filter.sort === emptyFilter.sort || matchesFilter(session, filter) !== true) return false
  return sessionsOf(pages).every(({ id }) => id !== session.id)
}

const invalidateDelayMs = 1500
const pendingInvalidations = new Set<string>()

/** Invalidates the queries below a key, once for all events within a moment. */
function invalidateSoon(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  if (pendingInvalidations.has(name)) return
  pendingInvalidations.add(name)
  setTimeout(() => {
    pendingInvalidations.delete(name)
    void queryClient.invalidateQueries({ queryKey })
  }, invalidateDelayMs)
}

/** Refetches the counts of the views. */
export const refreshTotals = (): void => invalidateSoon(totalsKey)

/** Refetches answers and bookings that are shown. */
export function refreshAnswers(): void {
  invalidateSoon(responsesKey)
  invalidateSoon(bookingsKey)
}

function upsertChat(chats: ChatSession[], session: ChatSession): ChatSession[] {
  const known = chats.find(({ id }) => id === session.id)
  const current = known === undefined ? session : newerSession(known, session)
  const others = chats.filter(({ id }) => id !== session.id)
  return [current, ...others].toSorted((one, other) =>
    other.lastActivityAt.localeCompare(one.lastActivityAt),
  )
}

/** The cached pages of a list of sessions. */
export type SessionPages = InfiniteData<SessionList>

/** All loaded sessions of a list, in order. */
export const sessionsOf = (pages: SessionPages | undefined): ChatSession[] =>
  pages?.pages.flatMap(({ items }) => items) ?? []

/** Updates a session in a list: it moves, appears or disappears, according to filter and order. */
export function upsertSession(
  pages: SessionPages,
  session: ChatSession,
  filter: SessionFilter,
): SessionPages {
  const known = sessionsOf(pages).find(({ id }) => id === session.id)
  const current = known === undefined ? session : newerSession(known, session)
  const belongs = matchesFilter(current, filter)
  if (belongs === false) return known === undefined ? pages : removeSession(pages, session.id)
  if (known === undefined && belongs === undefined) return pages
  // With any other order only the api knows the position of a new session.
  if (filter.sort !== '-lastActivityAt') {
    return known === undefined ? pages : replaceSession(pages, current)
  }
  const isInPlace = known?.lastActivityAt === current.lastActivityAt
  return isInPlace
    ? replaceSession(pages, current)
    : insertSession(removeSession(pages, session.id), current)
}

/** Replaces a session in its position. */
const replaceSession = (pages: SessionPages, session: ChatSession): SessionPages =>
  mapPages(pages, (items) => items.map((one) => (one.id === session.id ? session : one)))

const removeSession = (pages: SessionPages, id: string): SessionPages =>
  mapPages(pages, (items) => items.filter((one) => one.id !== id))

const mapPages = (
  pages: SessionPages,
  task: (items: ChatSession[]) => ChatSession[],
): SessionPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, items: task(page.items) })),
})

function insertSession(pages: SessionPages, session: ChatSession): SessionPages {
  const last = pages.pages.length - 1
  const index = pages.pages.findIndex(
    ({ items }, page) => page === last || items.some((other) => isBefore(session, other)),
  )
  const page = pages.pages[index]
  if (page === undefined) return pages
  const at = page.items.findIndex((other) => isBefore(session, other))
  // It belongs behind the last loaded page and comes with the next one.
  if (at < 0 && page.nextCursor !== null) return pages
  const items = page.items.toSpliced(at < 0 ? page.items.length : at, 0, session)
  return { ...pages, pages: pages.pages.with(index, { ...page, items }) }
}

const isBefore = (one: ChatSession, other: ChatSession): boolean =>
  one.lastActivityAt === other.lastActivityAt
    ? one.id > other.id
    : one.lastActivityAt > other.lastActivityAt
