import { setTimeout as delay } from 'node:timers/promises'

import type { OwnerEvent } from '@errand/contract/events'
import type { SSEStreamingApi } from 'hono/streaming'

import type { Database } from '../database/database.ts'
import type { EventFeed } from './event-feed.ts'
import { latestSeq, listEvents, oldestSeq } from './events.repo.ts'

const pingMs = 15_000
const pageSize = 200

interface Source {
  database: Database
  feed: EventFeed
  ownerId: string
  /** The last event that the client has; nothing for one that begins now. */
  lastEventId: number | undefined
  /** When the stream has to end: the client comes back with a new token. */
  until: Date
  /** Given when this process is about to stop: the client comes back to another one. */
  closing: AbortSignal
}

/**
 * Writes an owner's events until the client is gone, the token has ended or the account is closed.
 * The client's pace decides: the next page is read once this one is written.
 */
export async function streamEvents(stream: SSEStreamingApi, source: Source): Promise<void> {
  const { database, feed, ownerId, until, closing } = source
  const gone = new AbortController()
  stream.onAbort(() => gone.abort())
  const ending = AbortSignal.any([gone.signal, closing])
  let seq = await begin(stream, source)
  while (seq !== undefined && !ending.aborted && Date.now() < until.getTime()) {
    const page = await listEvents(database.queries, ownerId, { after: seq, limit: pageSize })
    const last = page.at(-1)?.id
    if (last !== undefined) {
      await stream.write(page.map(toText).join(''))
      seq = last
      continue
    }
    if ((await latestSeq(database.queries, ownerId)) === undefined) return
    await pause(feed.waitFor.bind(feed, ownerId, seq), { until, ending })
    // A comment: it keeps the connection open and shows when it is not.
    await stream.write(': alive\n\n')
  }
}

/** Says where the stream begins: at the client's last event, or anew when that is too long ago. */
async function begin(
  stream: SSEStreamingApi,
  { database, ownerId, lastEventId }: Source,
): Promise<number | undefined> {
  const latest = await latestSeq(database.queries, ownerId)
  if (latest === undefined) return undefined
  const oldest = (await oldestSeq(database.queries, ownerId)) ?? latest + 1
  const isKnown = lastEventId !== undefined && lastEventId >= oldest - 1 && lastEventId <= latest
  if (isKnown) return lastEventId
  const event = lastEventId === undefined ? 'ready' : 'reset'
  await stream.writeSSE({ id: String(latest), event, data: '{}' })
  return latest
}

/** Ends with the next event, the next ping or the end of the stream, whichever comes first. */
async function pause(
  nextEvent: (signal: AbortSignal) => Promise<void>,
  { until, ending }: { until: Date; ending: AbortSignal },
): Promise<void> {
  const awake = new AbortController()
  const signal = AbortSignal.any([awake.signal, ending])
  const ms = Math.max(0, Math.min(pingMs, until.getTime() - Date.now()))
  const timer = delay(ms, undefined, { signal, ref: false }).catch(() => {})
  await Promise.race([nextEvent(signal), timer])
  awake.abort()
}

/** One event in the words of the protocol; JSON has no line breaks of its own. */
function toText(event: OwnerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${event.id}\n\n`
}
