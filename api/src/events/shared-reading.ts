import type { OwnerEvent } from '@errand/contract/events'

import type { Database } from '../database/database.ts'
import { latestSeq, listEvents } from './events.repo.ts'

const pageSize = 200

/** What comes after an event, as a stream writes it. */
interface Reading {
  text: string
  /** The last one of these; nothing when there are none. */
  last: number | undefined
  isOwnerGone: boolean
}

/** Reads an owner's events after one of them. */
export type ReadEvents = (ownerId: string, after: number) => Promise<Reading>

/**
 * One reading for all streams of an owner that stand at the same place and ask while it is done: a
 * person has many tabs, and all of them are woken at once. Whoever joins a reading that began before
 * an event hears of it when he waits for the next one, as the feed looks anew then.
 */
export function shareReading(database: Database): ReadEvents {
  const running = new Map<string, Promise<Reading>>()
  return (ownerId, after) => {
    const key = `${ownerId} ${after}`
    const known = running.get(key)
    if (known !== undefined) return known
    const reading = read(database, ownerId, after).finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }
}

async function read(database: Database, ownerId: string, after: number): Promise<Reading> {
  const page = await listEvents(database.queries, ownerId, { after, limit: pageSize })
  const last = page.at(-1)?.id
  const isOwnerGone =
    last === undefined && (await latestSeq(database.queries, ownerId)) === undefined
  return { text: page.map(toText).join(''), last, isOwnerGone }
}

/** One event in the words of the protocol; JSON has no line breaks of its own. */
function toText(event: OwnerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${event.id}\n\n`
}
