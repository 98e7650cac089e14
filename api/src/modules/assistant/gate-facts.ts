import type { Preferences } from '@errand/contract/settings'
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import {
  accounts,
  formData,
  jobs,
  jobVersions,
  ledgerEntries,
  messages,
  users,
} from '../../platform/database/schema.ts'
import { dayOf, startOfDay } from '../../platform/period/days.ts'
import { isOpenAt } from '../../platform/period/opening-hours.ts'
import { toPreferences } from '../account/settings-view.ts'
import { isWholeAnswer } from '../answers/read-choice.ts'
import { fold } from '../answers/reading.ts'
import type { Meter } from '../billing/meter.ts'
import { toMicros } from '../billing/money.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import { countTurns } from '../chats/runs.ts'
import {
  blockedByContent,
  blockedByLimit,
  blockedByOwner,
  blockedByState,
  loopLength,
  type ContentFacts,
  type LimitFacts,
  type OwnerFacts,
  type StateFacts,
  type Stop,
} from './gate.ts'

const hourMs = 60 * 60_000
/** For a job that sets no limit: the default of a new job. */
const defaultMaxTurns = 40

/** The result of a check, and the owner's preferences that it has read. */
interface GateResult {
  stop: Stop | undefined
  preferences: Preferences
}

interface Written {
  session: SessionRow
  contact: ContactRow
  /** The messages to answer, oldest first. */
  inbound: readonly MessageRow[]
  asksForWords?: boolean
  wasNew?: boolean
  isWantedByOwner?: boolean
}

/** The first check, when a message arrives: the state of the chat, and the content of the messages. */
export async function checkMessage(queries: Queries, written: Written): Promise<GateResult> {
  const { session, contact, inbound, ...more } = written
  const now = new Date()
  const { preferences, job } = await readOwner(queries, session)
  const { business, assistant } = preferences
  const state: StateFacts = {
    ...ownerFacts({ session, preferences, job }),
    now,
    notices: session.notices,
    isBlocked: contact.blockedAt !== null,
    isOptedOut: contact.optedOutAt !== null,
    isOpen: isOpenAt(business.hours, business.timeZone, now),
    answersOutsideHours: assistant.answersOutsideHours,
    hasAwayMessage: business.hours.awayMessage !== '',
  }
  const content = contentFacts({ session, inbound, now, ...more })
  return { stop: blockedByState(state) ?? blockedByContent(content), preferences }
}

interface Claimed {
  session: SessionRow
  inbound: readonly MessageRow[]
  isWantedByOwner: boolean
  meter: Meter
}

/**
 * The second check, when a worker claims the run: the limits, and whether an answer still makes sense.
 * An opt-out is not checked again, because it cancels the run.
 */
export async function checkRun(queries: Queries, claimed: Claimed): Promise<GateResult> {
  const { session, inbound, isWantedByOwner, meter } = claimed
  const { ownerId, notices } = session
  const now = new Date()
  const { preferences, job, isAccountOpen } = await readOwner(queries, session)
  if (!isAccountOpen) return { stop: { reason: 'closed' }, preferences }
  const stop =
    blockedByOwner(ownerFacts({ session, preferences, job })) ??
    blockedByContent(contentFacts({ session, inbound, now, isWantedByOwner }))
  if (stop !== undefined) return { stop, preferences }
  const turns = await countTurns(queries, session.id, new Date(now.getTime() - hourMs))
  const limits: LimitFacts = {
    now,
    notices,
    plan: await meter.readPlan(queries, ownerId),
    lastExchanges: await lastExchanges(queries, session.id),
    repliesThisHour: turns.recent,
    maxRepliesPerHour: preferences.assistant.maxRepliesPerHour,
    turns: turns.all,
    maxTurns: job?.maxTurns ?? defaultMaxTurns,
    isDailyCapReached: await isCapReached(queries, { ownerId, preferences, now }),
  }
  return { stop: blockedByLimit(limits), preferences }
}

/** The third check, when the model has answered: whether the owner has taken over meanwhile. */
export async function checkAnswer(queries: Queries, session: SessionRow): Promise<GateResult> {
  const { preferences, job } = await readOwner(queries, session)
  return { stop: blockedByOwner(ownerFacts({ session, preferences, job })), preferences }
}

function ownerFacts({
  session: { status, handler },
  preferences,
  job,
}: {
  session: SessionRow
  preferences: Preferences
  job: { status: OwnerFacts['jobStatus'] } | undefined
}): OwnerFacts {
  const { enabled: isEnabled } = preferences.assistant
  return { status, handler, isEnabled, jobStatus: job?.status }
}

function contentFacts({
  session: { notices },
  inbound,
  now,
  asksForWords = false,
  wasNew = true,
  isWantedByOwner = false,
}: Omit<Written, 'contact'> & { now: Date }): ContentFacts {
  return {
    now,
    notices,
    inbound: inbound
      .filter(({ deletedAt }) => deletedAt === null)
      .map((message) => ({
        type: message.type,
        hasWords: wordsOf(message) !== '',
        at: message.createdAt,
      })),
    asksForWords,
    wasNew,
    isWantedByOwner,
  }
}

/** The words of a message: its text, its caption, or the transcript of a voice message. */
export const wordsOf = ({ type, text, media }: MessageRow): string =>
  type === 'reaction' || type === 'unsupported'
    ? ''
    : text.trim() || (media?.transcript?.text ?? '')

/** The owner's preferences, whether their account is open, and the job of a chat. */
async function readOwner(queries: Queries, { ownerId, jobId, jobVersion }: SessionRow) {
  const isVersion = and(eq(jobVersions.jobId, jobs.id), eq(jobVersions.number, jobVersion ?? 0))
  const [row] = await queries
    .select({
      preferences: users.preferences,
      deletedAt: users.deletedAt,
      jobStatus: jobs.status,
      maxTurns: sql<number | null>`(${jobVersions.snapshot} -> 'behaviour' ->> 'maxTurns')::int`,
    })
    .from(users)
    .leftJoin(jobs, eq(jobs.id, jobId ?? ''))
    .leftJoin(jobVersions, isVersion)
    .where(eq(users.id, ownerId))
  const { jobStatus: status = null, maxTurns = null } = row ?? {}
  return {
    preferences: toPreferences(row?.preferences ?? {}),
    isAccountOpen: row?.deletedAt === null,
    job: status === null || jobVersion === null ? undefined : { status, maxTurns },
  }
}

async function lastExchanges(
  queries: Queries,
  sessionId: string,
): Promise<LimitFacts['lastExchanges']> {
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
        // Pictures without words do not count: five of them are an album, not a loop.
        ne(messages.text, ''),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(loopLength)
  const exchanges = rows.map(({ text }) => ({ told: '', said: fold(text), isAnswer: false }))
  // The questions matter only if all texts are the same.
  if (rows.length < loopLength || new Set(exchanges.map(({ said }) => said)).size > 1) {
    return exchanges
  }
  const [form] = await queries
    .select({ fields: formData.fields })
    .from(formData)
    .where(eq(formData.sessionId, sessionId))
  const repeated = []
  // One after the other, because a transaction has a single connection.
  for (const { seq, text, type, replyToId } of rows) {
    repeated.push({
      said: fold(text),
      told: await lastOutboundBefore(queries, sessionId, seq),
      isAnswer:
        (type === 'interactive' && replyToId !== null) || isWholeAnswer(form?.fields ?? [], text),
    })
  }
  return repeated
}

async function lastOutboundBefore(
  queries: Queries,
  sessionId: string,
  seq: number,
): Promise<string> {
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

interface SpendingCap {
  ownerId: string
  preferences: Preferences
  now: Date
}

/** Whether the assistant has reached its daily spending limit, by the owner's time zone. */
async function isCapReached(
  queries: Queries,
  { ownerId, preferences, now }: SpendingCap,
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
