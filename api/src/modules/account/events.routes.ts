import { Hono } from 'hono'
import type { Gauge } from 'prom-client'

import { describeOperation, lastEventIdHeader } from '../../platform/calls/describe.ts'
import type { Database } from '../../platform/database/database.ts'
import { createEventStreams } from '../../platform/events/event-streams.ts'
import type { EventFeed } from '../../platform/events/events.repo.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { requireOwner, requireSignIn } from './require-owner.ts'

interface Dependencies {
  closing: AbortSignal
  database: Database
  feed: EventFeed
  verifyToken: VerifyToken
}

/** More streams than the tabs of one person need. */
const maxStreams = 50

/** /api/events: what happens in the owner's account, as it happens. */
export function eventsRoutes(
  { database, verifyToken, feed, closing }: Dependencies,
  openStreams: Gauge,
) {
  const streams = createEventStreams({ database, feed, closing, openStreams })
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner).get(
    '/',
    describeOperation({
      tag: 'Events',
      summary: 'Listen to events',
      leaves: 'nothing',
      description:
        'Server-sent events. `Last-Event-ID` resumes where the client was; `reset` says that it was away too long and should read everything again. The stream ends with the token or the sign-in.',
      parameters: [lastEventIdHeader],
      answers: { 200: 'events' },
      problems: [400, 403, 429],
    }),
    (c) => {
      const { ownerId, identity, isSignedIn } = c.var
      const lastEventId = readLastEventId(c.req.header('last-event-id'))
      if (streams.countOf(ownerId) >= maxStreams) {
        throw new Problem('rate_limited', { retryAfter: 60 })
      }
      const until = identity.expiresAt
      return c.body(streams.open(ownerId, { lastEventId, until, isSignedIn }), 200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // A buffering proxy would delay events.
        'x-accel-buffering': 'no',
      })
    },
  )
}

function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  throw new Problem('malformed_request', { detail: 'Last-Event-ID is not one of this stream.' })
}
