import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Gauge } from 'prom-client'

import { describeStream } from '../docs/describe.ts'
import type { OwnerEnv } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { ownerOnly } from '../identity/owner.ts'
import { signedIn } from '../identity/signed-in.ts'
import type { Services } from '../services.ts'
import { streamEvents } from './event-stream.ts'

/** More streams than this are no tabs of one person. */
const maxStreams = 50

/** /api/events: what happens in the owner's account, as it happens. */
export function eventsRoutes(
  { database, verifyToken, feed, closing }: Services,
  openStreams: Gauge,
) {
  const open = new Map<string, number>()
  return new Hono<OwnerEnv>().use(signedIn(verifyToken), ownerOnly(database)).get(
    '/',
    describeStream({
      tag: 'Events',
      summary: 'Listen to events',
      description:
        'Server-sent events. `Last-Event-ID` resumes where the client was; `reset` says that it was away too long and should read everything anew. The stream ends with the token.',
      problems: [400, 403, 429],
    }),
    (c) => {
      const { ownerId, identity } = c.var
      const lastEventId = readLastEventId(c.req.header('last-event-id'))
      const count = (open.get(ownerId) ?? 0) + 1
      if (count > maxStreams) throw new Problem('rate_limited', { retryAfter: 60 })
      open.set(ownerId, count)
      openStreams.inc()
      c.header('cache-control', 'no-store')
      // A proxy that collects output would hold events back.
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, async (stream) => {
        const until = identity.expiresAt
        try {
          const source = { database, feed, ownerId, lastEventId, until, closing }
          await streamEvents(stream, source)
        } finally {
          openStreams.dec()
          const left = (open.get(ownerId) ?? 1) - 1
          if (left > 0) open.set(ownerId, left)
          else open.delete(ownerId)
        }
      })
    },
  )
}

function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  throw new Problem('malformed_request', { detail: 'Last-Event-ID is not one of this stream.' })
}
