import type { Preferences } from '@errand/contract/settings'
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'

import { readPreferences } from '../account/settings-view.ts'
import type { Meter } from '../billing/meter.ts'
import { toMicros } from '../billing/money.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  accounts,
  formData,
  jobs,
  jobVersions,
  ledgerEntries,
  messages,
} from '../../platform/database/schema.ts'
import { fold } from '../answers/reading.ts'
import { isWholeAnswer } from '../answers/read-choice.ts'
import { dayOf, startOfDay } from '../../platform/period/days.ts'
import { isOpenAt } from '../../platform/period/opening-hours.ts'
import { loopLength, type GateFacts } from './gate.ts'
import { countTurns, type RunRow } from '../chats/runs.ts'

const hourMs = 60 * 60_000
/** For a job that does not say: as many as a new one has. */
const usualTurns = 40

interface Asked {
  session: SessionRow
  contact: ContactRow
  /** What would be answered, oldest first. */
  inbound: readonly MessageRow[]
  begunBy: RunRow['begunBy']
  /** Whether it was new when we were told of it, which is asked where it comes in. */
  wasNew?: boolean
  /** Asked for the plan, where it matters. */
  meter?: Meter
  now: Date
}

/** What decides whether the assistant may answer in a chat, and what the owner has chosen. */
export async function readGateFacts(
  queries: Queries,
  asked: Asked,
): Promise<{ facts: GateFacts; preferences: Preferences }> {
  const { session, contact, inbound, begunBy, wasNew = true, meter, now } = asked
  const preferences = await readPreferences(queries, session.ownerId)
  const { business, assistant } = preferences
  const isDriving = session.handler === 'assistant' && session.status === 'active'
  // What others drive is answered by nobody here, whatever else is so; and limits are of answers.
  const isAnswering = isDriving && inbound.length > 0
  const job = isDriving ? await readJob(queries, session) : undefined
  const limits = isAnswering ? await readLimits(queries, session, now) : nothingSaid
  const facts: GateFacts = {
    now,
    status: session.status,
    handler: session.handler,
    notices: session.notices,
    isBlocked: contact.blockedAt !== null,
    isOptedOut: contact.optedOutAt !== null,
    inbound: inbound
      .filter(({ deletedAt }) => deletedAt === null)
      .map((message) => ({
        type: message.type,
        hasWords: wordsOf(message) !== '',
        at: message.createdAt,
      })),
    wasNew,
    isWantedByOwner: begunBy === 'owner',
    isEnabled: assistant.enabled,
    isOpen: isOpenAt(business.hours, business.timeZone, now),
    answersOutsideHours: assistant.answersOutsideHours,
    hasAwayMessage: business.hours.awayMessage !== '',
    maxRepliesPerHour: assistant.maxRepliesPerHour,
    isDailyCapReached:
      isAnswering && (await isCapReached(queries, { ownerId: session.ownerId, preferences, now })),
    jobStatus: job?.status,
    maxTurns: job?.maxTurns ?? usualTurns,
    ...limits,
    ...(isAnswering &&
      meter !== undefined && { plan: await meter.readPlan(queries, session.ownerId) }),
  }
  return { facts, preferences }
}

/** What a message says in words: its text, a caption, or what was heard. */
export const wordsOf = ({ type, text, media }: MessageRow): string =>
  type === 'reaction' || type === 'unsupported'
    ? ''
    : text.trim() || (media?.transcript?.text ?? '')

const nothingSaid = { lastExchanges: [], repliesThisHour: 0, turns: 0 }

async function readJob(queries: Queries, { jobId, jobVersion }: SessionRow) {
  if (jobId === null || jobVersion === null) return undefined
  const [job] = await queries
    .select({
      status: jobs.status,
      maxTurns: sql<number | null>`(${jobVersions.snapshot} -> 'behaviour' ->> 'maxTurns')::int`,
    })
    .from(jobs)
    .leftJoin(jobVersions, and(eq(jobVersions.jobId, jobs.id), eq(jobVersions.number, jobVersion)))
    .where(eq(jobs.id, jobId))
  return job
}

async function readLimits(queries: Queries, { id }: SessionRow, now: Date) {
  const turns = await countTurns(queries, id, new Date(now.getTime() - hourMs))
  return {
    lastExchanges: await lastExchanges(queries, id),
    repliesThisHour: turns.recent,
    turns: turns.all,
  }
}

async function lastExchanges(
  queries: Queries,
  sessionId: string,
): Promise<GateFacts['lastExchanges']> {
  const rows = await queries
    .select({
      seq: messages.seq,
      text: messages.text,
      type: messages.type,
      replyToId: messages.replyToId,
    })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        // Five pictures without words are an album.
        ne(messages.text, ''),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(loopLength)
  const exchanges = rows.map(({ text }) => ({ told: '', said: fold(text), isAnswer: false }))
  // Only where somebody says the same again it matters what was asked.
  if (rows.length < loopLength || new Set(exchanges.map(({ said }) => said)).size > 1) {
    return exchanges
  }
  const [form] = await queries
    .select({ fields: formData.fields })
    .from(formData)
    .where(eq(formData.sessionId, sessionId))
  const repeated = []
  // One after the other: they are put on the one connection of a transaction.
  for (const { seq, text, type, replyToId } of rows) {
    repeated.push({
      said: fold(text),
      told: await toldBefore(queries, sessionId, seq),
      isAnswer:
        (type === 'interactive' && replyToId !== null) || isWholeAnswer(form?.fields ?? [], text),
    })
  }
  return repeated
}

async function toldBefore(queries: Queries, sessionId: string, seq: number): Promise<string> {
  const [row] = await queries
    .select({ text: messages.text })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        lt(messages.seq, seq),
        eq(messages.direction, 'out'),
        ne(messages.type, 'event'),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return fold(row?.text ?? '')
}

interface Capped {
  ownerId: string
  preferences: Preferences
  now: Date
}

/** What the assistant itself has cost today, by the owner's clock. */
async function isCapReached(
  queries: Queries,
  { ownerId, preferences, now }: Capped,
): Promise<boolean> {
  const { dailySpendCapMinor } = preferences.assistant
  if (dailySpendCapMinor === null) return false
  const { timeZone } = preferences.business
  const since = startOfDay(dayOf(now, timeZone), timeZone)
  const [row] = await queries
    .select({
      spent: sql<string>`coalesce(-sum(${ledgerEntries.micros}), 0)::text`,
      currency: sql<string>`(select ${accounts.currency} from ${accounts} where ${accounts.ownerId} = ${ownerId})`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.ownerId, ownerId),
        gte(ledgerEntries.at, since),
        eq(ledgerEntries.author, 'assistant'),
      ),
    )
  return row !== undefined && BigInt(row.spent) >= toMicros(dailySpendCapMinor, row.currency)
}
