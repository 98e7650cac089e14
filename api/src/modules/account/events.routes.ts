import { setTimeout as delay } from 'node:timers/promises'

import type { OwnerEvent } from '@errand/contract/events'
import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Gauge } from 'prom-client'

import type { Database } from '../../platform/database/database.ts'
import { describeOperation, lastEventIdHeader } from '../../platform/docs/describe.ts'
import {
  type EventFeed,
  findLatestSeq,
  listEvents,
  findOldestSeq,
} from '../../platform/events/events.repo.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { requireOwner, requireSignIn } from './require-owner.ts'

interface Dependencies {
  closing: AbortSignal
  database: Database
  feed: EventFeed
  verifyToken: VerifyToken
}

const pingMs = 15_000
const pageSize = 200

interface StreamSource {
  database: Database
  feed: EventFeed
  ownerId: string
  /** The last event that the client has; undefined for a new client. */
  lastEventId: number | undefined
  /** When the token expires and the stream ends: the client reconnects with a new token. */
  until: Date
  /** Aborted when this process is about to stop: the client reconnects to another one. */
  closing: AbortSignal
}

/**
 * Writes an owner's events until the client is gone, the token has ended or the account is closed.
 * The client's pace decides: the next page is read once this one is written.
 */
async function streamEvents(stream: SSEStreamingApi, source: StreamSource): Promise<void> {
  const { database, feed, ownerId, until, closing } = source
  const gone = new AbortController()
  stream.onAbort(() => gone.abort())
  const ending = AbortSignal.any([gone.signal, closing])
  let seq = await sendStart(stream, source)
  while (seq !== undefined && !ending.aborted && Date.now() < until.getTime()) {
    const awake = new AbortController()
    const wake = () => awake.abort()
    // Listen before reading: an event right after the read would be missed otherwise.
    feed.once(ownerId, wake)
    try {
      const page = await listEvents(database.queries, ownerId, { after: seq, limit: pageSize })
      const last = page.at(-1)?.id
      if (last !== undefined) {
        await stream.write(page.map(toServerSentEvent).join(''))
        seq = last
        continue
      }
      if ((await findLatestSeq(database.queries, ownerId)) === undefined) return
      // Ends with the next event, the next ping or the end of the stream, whichever comes first.
      const signal = AbortSignal.any([awake.signal, ending])
      const ms = Math.max(0, Math.min(pingMs, until.getTime() - Date.now()))
      await delay(ms, undefined, { signal, ref: false }).catch(() => {})
    } finally {
      feed.off(ownerId, wake)
    }
    // An SSE comment: it keeps the connection open and detects a lost one.
    await stream.write(': alive\n\n')
  }
}

/** Starts after the client's last event, or sends `reset` when that event is too old. */
async function sendStart(
  stream: SSEStreamingApi,
  { database, ownerId, lastEventId }: StreamSource,
): Promise<number | undefined> {
  const latest = await findLatestSeq(database.queries, ownerId)
  if (latest === undefined) return undefined
  const oldest = (await findOldestSeq(database.queries, ownerId)) ?? latest + 1
  const isKnown = lastEventId !== undefined && lastEventId >= oldest - 1 && lastEventId <= latest
  if (isKnown) return lastEventId
  const event = lastEventId === undefined ? 'ready' : 'reset'
  await stream.writeSSE({ id: String(latest), event, data: '{}' })
  return latest
}

/** One event as the SSE protocol writes it; JSON.stringify adds no line breaks. */
function toServerSentEvent(event: OwnerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${event.id}\n\n`
}

/** More streams than the tabs of one person need. */
const maxStreams = 50

/** /api/events: what happens in the owner's account, as it happens. */
export function eventsRoutes(
  { database, verifyToken, feed, closing }: Dependencies,
  openStreams: Gauge,
) {
  const open = new Map<string, number>()
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner(database)).get(
    '/',
    describeOperation({
      tag: 'Events',
      summary: 'Listen to events',
      description:
        'Server-sent events. `Last-Event-ID` resumes where the client was; `reset` says that it was away too long and should read everything again. The stream ends with the token.',
      parameters: [lastEventIdHeader],
      answers: { 200: 'events' },
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
      // A buffering proxy would delay events.
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
