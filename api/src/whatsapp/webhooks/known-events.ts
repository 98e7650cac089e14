import { and, eq, inArray } from 'drizzle-orm'

import { isNews } from '../../chats/state/message-status.ts'
import type { Queries } from '../../database/database.ts'
import { messages } from '../../database/schema.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { statusOf } from './apply-event.ts'
import type { ToldEvent } from './read-events.ts'

/**
 * Those of an owner's events that tell something new, by one question for all of them: a provider
 * tells the same again and again, and each would be a transaction to find out that nothing is to be
 * done. What is left may still be known when its turn comes, which its own transaction sees.
 */
export async function withoutKnown<T extends ToldEvent>(
  queries: Queries,
  ownerId: string,
  events: readonly T[],
): Promise<T[]> {
  const once = [...Map.groupBy(events, keyOf).values()].flatMap(([first]) => first ?? [])
  const known = await findKnown(queries, ownerId, once)
  return once.filter((event) => isNew(event, known))
}

/** The same for what says the same. */
function keyOf(event: ToldEvent): unknown {
  if (event.type === 'message') return `message ${event.message.id}`
  if (event.type === 'change')
    return `change ${event.change.id} ${event.at.getTime()} ${event.change.text}`
  if (event.type !== 'status') return event
  const { id, status } = event.status
  return `status ${id} ${status} ${event.at.getTime()}`
}

type Known = Pick<MessageRow, 'providerId' | 'direction' | 'status' | 'statusAt'>

async function findKnown(
  queries: Queries,
  ownerId: string,
  events: readonly ToldEvent[],
): Promise<ReadonlyMap<string | null, Known>> {
  const ids = events.flatMap((event) => {
    if (event.type === 'message') return [event.message.id]
    return event.type === 'status' ? [event.status.id] : []
  })
  if (ids.length === 0) return new Map()
  const { providerId, direction, status, statusAt } = messages
  const rows = await queries
    .select({ providerId, direction, status, statusAt })
    .from(messages)
    .where(and(eq(messages.ownerId, ownerId), inArray(providerId, ids)))
  return new Map(rows.map((row) => [row.providerId, row]))
}

function isNew(event: ToldEvent, known: ReadonlyMap<string | null, Known>): boolean {
  if (event.type === 'message') return !known.has(event.message.id)
  if (event.type !== 'status') return true
  const message = known.get(event.status.id)
  const status = statusOf(event.status)
  if (message === undefined || status === undefined) return true
  return isNews(message, { status, at: event.at })
}
