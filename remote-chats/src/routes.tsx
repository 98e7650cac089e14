import { paths } from '@errand/contract/paths'
import type { PageHandle, RemoteModule } from '@errand/contract/remote'
import { queryClient } from '@errand/shared-auth'
import { redirect } from 'react-router-dom'

import { answersQuery, formsQuery, readAnswerFilter } from './bookings/bookings.api.ts'
import { chatQuery } from './data/chat.ts'
import { sessionsQuery, totalsQuery } from './data/chats.queries.ts'
import { followChats } from './data/follow-chats.ts'
import { readSessionFilter } from './data/session-filter.ts'
import { loadWords } from './words/words.ts'

type Revalidate = NonNullable<RemoteModule['routes'][number]['shouldRevalidate']>

/** Filters and the open chat only change parameters; the page fetches what it needs itself. */
const isOtherPath: Revalidate = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

/** The remote's whole public API: the host mounts these under /chats. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    handle: {
      layout: 'window',
      fillsPhone: (parameters) => parameters.has('session'),
    } satisfies PageHandle,
    shouldRevalidate: isOtherPath,
    loader: async ({ request }) => {
      followChats()
      const parameters = new URL(request.url).searchParams
      const filter = readSessionFilter(parameters)
      const session = parameters.get('session')
      void queryClient.prefetchInfiniteQuery(sessionsQuery(filter))
      void queryClient.prefetchQuery(totalsQuery(filter))
      if (session !== null) void queryClient.prefetchQuery(chatQuery(session))
      await loadWords().catch(() => undefined)
      return null
    },
    lazy: async () => ({ Component: (await import('./inbox/inbox-page.tsx')).InboxPage }),
  },
  {
    path: 'bookings',
    shouldRevalidate: isOtherPath,
    loader: async () => {
      followChats()
      void queryClient.prefetchInfiniteQuery(formsQuery())
      await loadWords().catch(() => undefined)
      return null
    },
    lazy: async () => ({ Component: (await import('./bookings/bookings-page.tsx')).BookingsPage }),
  },
  {
    path: 'bookings/:id',
    shouldRevalidate: isOtherPath,
    loader: async ({ params, request }) => {
      followChats()
      const filter = readAnswerFilter(new URL(request.url).searchParams)
      void queryClient.prefetchInfiniteQuery(answersQuery(params['id'] ?? '', filter))
      await loadWords().catch(() => undefined)
      return null
    },
    lazy: async () => ({ Component: (await import('./bookings/answers-page.tsx')).AnswersPage }),
  },
  // Their address until bookings had a place of their own.
  { path: 'forms', loader: () => redirect(paths.chats.bookings) },
  {
    path: 'forms/:id',
    loader: ({ params }) => redirect(paths.chats.answers(params['id'] ?? '')),
  },
]
