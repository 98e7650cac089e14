import { setImmediate } from 'node:timers/promises'

import { and, asc, eq, getTableColumns, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { messages, users, webhookEvents } from '../../../platform/database/schema.ts'
import { withoutPersonalData } from '../../../platform/log/create-log.ts'
import type { Queue, TaskHandlers } from '../../../platform/queue/queue.ts'
import { isNewReport } from '../../chats/apply-status.ts'
import { noteInbound } from '../../chats/channel-health.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { applyEvent, type WebhookDeps, statusOf } from './apply-event.ts'
import { readEvents, type WebhookEvent } from './read-events.ts'

type WebhookRow = typeof webhookEvents.$inferSelect

/** How many webhooks are sorted and applied together. */
const batchSize = 200
/** How many of them may be of one sender: a flood of messages delays no other chat. */
const maxOfSender = 20
/** A webhook that failed this often is not retried any more; an operator has to look at it. */
const maxAttempts = 9
const firstRetryMs = 4_000
/** The precision with which an owner's last inbound message is noted. */
const noteEveryMs = 60_000
const maxNoted = 10_000

/** The last inbound time that this process has noted, by owner. */
type LastNoted = LRUCache<string, number>

/**
 * Applies stored webhooks of an owner: a batch, and the rest by another task, so that the tasks of other
 * owners are not delayed. Webhooks arrive in any order and more than once: the events of a batch are
 * sorted first, and each is applied in its own transaction, which may safely be repeated.
 */
export function createApplyWebhooks(parts: WebhookDeps): TaskHandlers['webhook.apply'] {
  const { database, queue } = parts
  const lastNoted: LastNoted = new LRUCache({ max: maxNoted })
  return async ({ ownerId }) => {
    const rows = await listNextDue(database.queries, ownerId)
    if (rows.length > 0) await processBatch({ ...parts, lastNoted }, ownerId, rows)
    // Webhooks that arrive later have their own task.
    if (rows.length === (rows[0]?.dueCount ?? 0)) return
    await queue.add(database.queries, 'webhook.apply', { ownerId }, { singletonKey: ownerId })
  }
}

type DueWebhook = WebhookRow & { isAccountOpen: boolean }

/** The oldest webhooks that are due, of the same senders the first ones only. */
async function listNextDue(
  queries: Queries,
  ownerId: string,
): Promise<(DueWebhook & { dueCount: number })[]> {
  const { id, senders, retryAt } = webhookEvents
  // By the database's clock, which the queue uses to start the task of a retry.
  const isDue = or(isNull(retryAt), lte(retryAt, sql`now()`))
  const due = queries
    .select({
      dueId: sql<number>`${id}`.as('due_id'),
      dueCount: sql<number>`(count(*) over ())::int`.as('due_count'),
      hasSender: sql<boolean>`${senders} <> '{}'`.as('has_sender'),
      place: sql<number>`row_number() over (partition by ${senders} order by ${id})`.as('place'),
    })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.ownerId, ownerId), lt(webhookEvents.attempts, maxAttempts), isDue))
    .as('due')
  return queries
    .select({
      ...getTableColumns(webhookEvents),
      dueCount: due.dueCount,
      isAccountOpen: sql<boolean>`${users.deletedAt} is null`,
    })
    .from(due)
    .innerJoin(webhookEvents, eq(webhookEvents.id, due.dueId))
    .innerJoin(users, eq(users.id, webhookEvents.ownerId))
    .where(or(not(due.hasSender), lte(due.place, maxOfSender)))
    .orderBy(asc(webhookEvents.id))
    .limit(batchSize)
}

type EventOfRow = WebhookEvent & { row: DueWebhook }
type NoteFailure = (row: DueWebhook, err: unknown) => void

async function processBatch(
  parts: WebhookDeps & { lastNoted: LastNoted },
  ownerId: string,
  rows: DueWebhook[],
): Promise<void> {
  const { database, queue, log, lastNoted } = parts
  const open = rows.filter(({ isAccountOpen }) => isAccountOpen)
  const failed = new Set<DueWebhook>()
  const fail: NoteFailure = (row, err) => {
    failed.add(row)
    log.warn({ err: withoutPersonalData(err), webhook: row.id }, 'a webhook could not be processed')
  }
  const events = (await readRows(open, fail)).toSorted(compareEvents)
  const newEvents = await dropProcessed(database.queries, ownerId, events)
  for (const event of newEvents) {
    const { row } = event
    try {
      const { channel, receivedAt } = row
      await applyEvent(parts, { ownerId, channel, receivedAt }, event)
    } catch (err) {
      fail(row, err)
    }
  }
  await noteLastInbound(database, lastNoted, { ownerId, events })
  await deleteApplied(
    database.queries,
    rows.filter((row) => !failed.has(row)),
  )
  for (const row of failed) {
    await database.transaction((queries) => retryLater(queries, queue, row))
  }
}

/** How many events are read before the event loop is released: a webhook may be megabytes. */
const eventsAtOnce = 100

/** Reads the events of each webhook; one that cannot be read fails alone. */
async function readRows(rows: DueWebhook[], fail: NoteFailure): Promise<EventOfRow[]> {
  const events: EventOfRow[] = []
  for (const row of rows) {
    await setImmediate()
    try {
      for (const event of readEvents(row)) {
        events.push({ ...event, row })
        if (events.length % eventsAtOnce === 0) await setImmediate()
      }
    } catch (err) {
      fail(row, err)
    }
  }
  return events
}

/** Sorts by time; an event about a message comes after a message of the same second. */
function compareEvents(one: EventOfRow, other: EventOfRow): number {
  const apart = one.at.getTime() - other.at.getTime()
  return apart === 0 ? Number(isAboutMessage(one)) - Number(isAboutMessage(other)) : apart
}

const isAboutMessage = ({ type }: EventOfRow): boolean =>
  type === 'status' || type === 'change' || type === 'reaction'

/** Notes the last inbound message, at most once a minute, because the owner's row is locked often. */
async function noteLastInbound(
  database: Database,
  noted: LastNoted,
  { ownerId, events }: { ownerId: string; events: EventOfRow[] },
): Promise<void> {
  const message = events.findLast((event) => event.type === 'message')
  const last = message?.at
  const before = noted.get(ownerId)
  if (last === undefined || (before !== undefined && last.getTime() - before < noteEveryMs)) return
  const number = message?.to
  await database.transaction((queries) => noteInbound(queries, ownerId, { at: last, number }))
  noted.set(ownerId, last.getTime())
}

async function deleteApplied(queries: Queries, rows: readonly WebhookRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await queries.delete(webhookEvents).where(inArray(webhookEvents.id, ids))
}

/** Defers a failed webhook, longer each time, with a task of its own. */
async function retryLater(queries: Queries, queue: Queue, row: WebhookRow): Promise<void> {
  const { id, ownerId, attempts } = row
  const retryAt = new Date(Date.now() + firstRetryMs * 2 ** attempts)
  const counted = { attempts: attempts + 1, retryAt }
  await queries.update(webhookEvents).set(counted).where(eq(webhookEvents.id, id))
  if (counted.attempts === maxAttempts) return
  // With its own singleton key, because the owner's would block the task of the next webhook. The key
  // contains the attempt, because the task of the previous one may still wait in the queue.
  const singletonKey = `webhook ${id} ${counted.attempts}`
  const options = { startAfter: retryAt, singletonKey, group: ownerId }
  await queue.add(queries, 'webhook.apply', { ownerId }, options)
}

/** A webhook that is overdue by this time has lost its task. */
const stalledMs = 60_000

/** Owners with webhooks whose task has died. */
export async function findOwnersWithStalledWebhooks(
  queries: Queries,
  now: Date = new Date(),
): Promise<string[]> {
  const before = new Date(now.getTime() - stalledMs)
  const { ownerId, attempts, retryAt, receivedAt } = webhookEvents
  const rows = await queries
    .selectDistinct({ ownerId })
    .from(webhookEvents)
    .where(
      and(
        lt(attempts, maxAttempts),
        lte(sql`coalesce(${retryAt}, ${receivedAt})`, sql.param(before, receivedAt)),
      ),
    )
  return rows.map((row) => row.ownerId)
}

/** How long webhooks that could not be applied are kept for an operator. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Deletes webhooks that could never be applied, because they contain messages of contacts. */
export async function sweepWebhooks(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs)
  await queries.delete(webhookEvents).where(lte(webhookEvents.receivedAt, before))
}

/**
 * Drops events that were processed before, with one query for all of them: the provider repeats
 * webhooks, and each event would otherwise cost a transaction that changes nothing. The transaction of
 * each event still checks for duplicates itself.
 */
async function dropProcessed<T extends WebhookEvent>(
  queries: Queries,
  ownerId: string,
  events: readonly T[],
): Promise<T[]> {
  const once = [...Map.groupBy(events, keyOf).values()].flatMap(([first]) => first ?? [])
  const known = await findKnownMessages(queries, ownerId, once)
  return once.filter((event) => isNew(event, known))
}

/** A key that is equal for repeated events. */
function keyOf(event: WebhookEvent): unknown {
  if (event.type === 'message') return `message ${event.message.id}`
  if (event.type === 'change')
    return `change ${event.change.id} ${event.at.getTime()} ${event.change.text}`
  if (event.type === 'notice') return `notice ${event.notice.id}`
  if (event.type === 'reaction') return `reaction ${event.id} ${event.at.getTime()} ${event.emoji}`
  if (event.type !== 'status') return event
  const { id, status } = event.status
  return `status ${id} ${status} ${event.at.getTime()}`
}

type KnownMessage = Pick<MessageRow, 'providerId' | 'direction' | 'status' | 'statusAt'>

async function findKnownMessages(
  queries: Queries,
  ownerId: string,
  events: readonly WebhookEvent[],
): Promise<ReadonlyMap<string | null, KnownMessage>> {
  const ids = events.flatMap((event) => {
    if (event.type === 'message') return [event.message.id]
    return event.type === 'status' ? [event.status.id] : []
  })
  if (ids.length === 0) return new Map()
  const { providerId, direction, status, statusAt } = messages
  const rows = await queries
    .select({ providerId, direction, status, statusAt })
    .from(messages)
    // As one parameter, because a statement has at most 65 535 and a batch may have more ids.
    .where(and(eq(messages.ownerId, ownerId), sql`${providerId} = any(${sql.param(ids)}::text[])`))
  return new Map(rows.map((row) => [row.providerId, row]))
}

function isNew(event: WebhookEvent, known: ReadonlyMap<string | null, KnownMessage>): boolean {
  if (event.type === 'message') return !known.has(event.message.id)
  if (event.type !== 'status') return true
  const message = known.get(event.status.id)
  const status = statusOf(event.status)
  if (message === undefined || status === undefined) return true
  return isNewReport(message, { status, at: event.at })
}
