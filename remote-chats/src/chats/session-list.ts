import type { ChatSession, SessionList } from '@errand/contract/chats/session'
import type { InfiniteData } from '@tanstack/react-query'

import { newerSession } from '../thread/thread.ts'
import { matchesFilter, type SessionFilter } from './session-filter.ts'

/** The pages of a list of chats as they are in the cache. */
export type SessionPages = InfiniteData<SessionList>

/** All chats of a list that were read, in their order. */
export const sessionsOf = (pages: SessionPages | undefined): ChatSession[] =>
  pages?.pages.flatMap(({ items }) => items) ?? []

/** Takes in a chat that changed: it moves, comes in or goes, as the filter and the order ask. */
export function withSession(
  pages: SessionPages,
  session: ChatSession,
  filter: SessionFilter,
): SessionPages {
  const known = sessionsOf(pages).find(({ id }) => id === session.id)
  const current = known === undefined ? session : newerSession(known, session)
  const belongs = matchesFilter(current, filter)
  if (belongs === false) return known === undefined ? pages : without(pages, session.id)
  if (known === undefined && belongs === undefined) return pages
  // In the other orders only the api knows the place of what is new.
  if (filter.sort !== '-lastActivityAt') {
    return known === undefined ? pages : replaced(pages, current)
  }
  const isInPlace = known?.lastActivityAt === current.lastActivityAt
  return isInPlace ? replaced(pages, current) : placed(without(pages, session.id), current)
}

/** Changes one chat where it stands. */
export function replaced(pages: SessionPages, session: ChatSession): SessionPages {
  return mapPages(pages, (items) => {
    const index = items.findIndex(({ id }) => id === session.id)
    return index < 0 ? items : items.with(index, session)
  })
}

function without(pages: SessionPages, id: string): SessionPages {
  return mapPages(pages, (items) =>
    items.some((session) => session.id === id) ? items.filter((one) => one.id !== id) : items,
  )
}

function placed(pages: SessionPages, session: ChatSession): SessionPages {
  const last = pages.pages.length - 1
  const index = pages.pages.findIndex(
    ({ items }, page) => page === last || items.some((other) => isBefore(session, other)),
  )
  const page = pages.pages[index]
  if (page === undefined) return pages
  const at = page.items.findIndex((other) => isBefore(session, other))
  // Behind the last page that was read: it comes with the next one.
  if (at < 0 && page.nextCursor !== null) return pages
  const items = page.items.toSpliced(at < 0 ? page.items.length : at, 0, session)
  return { ...pages, pages: pages.pages.with(index, { ...page, items }) }
}

const isBefore = (one: ChatSession, other: ChatSession): boolean =>
  one.lastActivityAt === other.lastActivityAt
    ? one.id > other.id
    : one.lastActivityAt > other.lastActivityAt

function mapPages(
  pages: SessionPages,
  change: (items: ChatSession[]) => ChatSession[],
): SessionPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const items = change(page.items)
      return items === page.items ? page : { ...page, items }
    }),
  }
}
