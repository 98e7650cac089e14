import { authStatsFields, type AuthStats, type AuthStatsField } from '@errand/contract/auth'
import { and, count, eq, gte, lte, sql, type Placeholder, type SQL } from 'drizzle-orm'

import { findUser, requireProfile, type UserRow } from '../../modules/account/account.repo.ts'
import { currentHealth, toPreferences, trialOf } from '../../modules/account/settings-view.ts'
import { isComplete, isNotCancelled } from '../../modules/answers/complete.ts'
import type { Billing } from '../../modules/billing/billing.ts'
import { countSessions } from '../../modules/chats/sessions/count-sessions.ts'
import type { Queries } from '../../platform/database/database.ts'
import { prepareQuery } from '../../platform/database/prepared.ts'
import { chatSessions, formData, jobs, messages, orders } from '../../platform/database/schema.ts'
import { addDays, dayOf, startOfDay } from '../../platform/period/days.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The figures of the dashboard; days are those of the owner's time zone, a week is seven days. */
export async function readAuthStats(
  queries: Queries,
  billing: Pick<Billing, 'meter' | 'prices'>,
  { uid, now = new Date(), fields = authStatsFields }: StatsRequest,
): Promise<Partial<AuthStats>> {
  const user = requireProfile(await findUser(queries, uid))
  const read = readersOf(queries, billing, { user, now })
  const stats: Partial<AuthStats> = {}
  for (const field of fields) Object.assign(stats, { [field]: await read[field]() })
  return { ...stats, asOf: now.toISOString() }
}

interface StatsRequest {
  uid: string
  now?: Date
  /** Only these figures are read. */
  fields?: readonly AuthStatsField[] | undefined
}

type Readers = { [K in AuthStatsField]: () => Promise<AuthStats[K]> }

/** A reader for each figure; data that several of them need is read once. */
function readersOf(
  queries: Queries,
  { meter, prices }: Pick<Billing, 'meter' | 'prices'>,
  { user, now }: { user: UserRow; now: Date },
): Readers {
  const since = momentsOf(now, toPreferences(user.preferences).business.timeZone)
  const ownJobs = readOnce(() => countJobs(queries, user.id))
  const chats = readOnce(() => countSessions(queries, { ownerId: user.id, now }))
  const completions = readOnce(() => countCompletions(queries, user.id, since))
  const { status } = currentHealth(user.findings.channel)
  return {
    jobs: ownJobs,
    sessions: async () => {
      const { active, needsYou } = await chats()
      const { completedToday, completed7d } = await completions()
      return { active, needsYou, completedToday, completed7d }
    },
    messages: async () => {
      const { unreadMessages: unread } = await chats()
      return { ...(await countMessages(queries, user.id, since)), unread }
    },
    forms: async () => ({ completionRate7d: (await completions()).completionRate7d }),
    bookings: () => countBookings(queries, user.id, since.days),
    trial: async () => {
      const trial = trialOf(user.trialStartedAt ?? user.createdAt, prices.trialDays, now)
      const messagesLeft = trial.active ? await meter.readTrialMessages(queries, user.id) : 0
      return { ...trial, messagesLeft }
    },
    balance: async () => {
      const { amountMinor, currency, messagesLeft } = await meter.readBalance(queries, user.id)
      return { amountMinor, currency, messagesLeft }
    },
    setup: async () => ({
      business: toPreferences(user.preferences).business.name !== '',
      firstCustomer: (await chats()).all > 0,
      whatsapp: status === 'connected' || status === 'degraded',
      smtp: isMailReady(user),
      firstJob: (await ownJobs()).total > 0,
      firstTest: user.findings.firstTestAt !== undefined || (await chats()).all > 0,
      credit: await hasPaid(queries, user.id),
    }),
    channel: async () => ({ status }),
  }
}

function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}

function momentsOf(now: Date, timeZone: string): Since {
  const today = dayOf(now, timeZone)
  return {
    days: { today, tomorrow: addDays(today, 1) },
    today: startOfDay(today, timeZone),
    week: startOfDay(addDays(today, -6), timeZone),
    lastDay: new Date(now.getTime() - dayMs),
  }
}

/** Whether mail is set up, and the last test has not failed. */
function isMailReady({ preferences, findings }: UserRow): boolean {
  const { enabled, host, fromEmail } = toPreferences(preferences).smtp
  return enabled && host !== '' && fromEmail !== '' && findings.lastSmtpTest?.ok !== false
}

interface BookedDays {
  today: string
  tomorrow: string
}

/** The times that the figures count from. */
interface Since {
  days: BookedDays
  /** The owner's day, and the day six days before it. */
  today: Date
  week: Date
  lastDay: Date
}

const where = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${condition}))::int`.inlineParams()

const ownerParameter = sql.placeholder('ownerId')

const jobCounts = prepareQuery((queries) =>
  queries
    .select({
      total: count(),
      active: where(eq(jobs.status, 'active')),
      paused: where(eq(jobs.status, 'paused')),
      draft: where(eq(jobs.status, 'draft')),
    })
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerParameter), sql`${jobs.status} <> 'archived'`))
    .prepare('stats_jobs'),
)

/** Counts the owner's jobs by status, without deleted ones. */
async function countJobs(queries: Queries, ownerId: string): Promise<AuthStats['jobs']> {
  const [row] = await jobCounts(queries).execute({ ownerId })
  return row ?? { total: 0, active: 0, paused: 0, draft: 0 }
}

interface Completions {
  completedToday: number
  completed7d: number
  /** The share of the chats of the week that collect something. */
  completionRate7d: number | null
}

/** A chat may have several sets of answers. */
const chatsWhere = (condition: SQL | undefined) =>
  sql<number>`(count(distinct ${chatSessions.id}) filter (where ${condition}))::int`.inlineParams()

const completionCounts = prepareQuery((queries) => {
  const week = sql.placeholder('week')
  const isStarted = and(gte(chatSessions.createdAt, week), sql`${formData.fields} <> '[]'`)
  const completedSince = (since: Placeholder) => and(isComplete, gte(formData.completedAt, since))
  return queries
    .select({
      completedToday: chatsWhere(completedSince(sql.placeholder('today'))),
      completed7d: chatsWhere(completedSince(week)),
      started: chatsWhere(isStarted),
      complete: chatsWhere(and(isStarted, isComplete)),
    })
    .from(chatSessions)
    .innerJoin(formData, eq(formData.sessionId, chatSessions.id))
    .where(and(eq(chatSessions.ownerId, ownerParameter), gte(chatSessions.updatedAt, week)))
    .prepare('stats_completions')
})

/** Counts the chats whose answers are complete, among those that changed in the last seven days. */
async function countCompletions(
  queries: Queries,
  ownerId: string,
  { today, week }: Since,
): Promise<Completions> {
  const [row] = await completionCounts(queries).execute({ ownerId, today, week })
  const { completedToday = 0, completed7d = 0, started = 0, complete = 0 } = row ?? {}
  const completionRate7d = started === 0 ? null : complete / started
  return { completedToday, completed7d, completionRate7d }
}

const messageCounts = prepareQuery((queries) => {
  const since = (name: string) => gte(messages.createdAt, sql.placeholder(name))
  return queries
    .select({
      today: where(since('today')),
      failed24h: where(and(eq(messages.status, 'failed'), since('lastDay'))),
    })
    .from(messages)
    .where(
      and(
        eq(messages.ownerId, ownerParameter),
        since('first'),
        sql`${messages.author} <> 'system'`,
      ),
    )
    .prepare('stats_messages')
})

/** Counts the messages of the day, without event lines. */
async function countMessages(
  queries: Queries,
  ownerId: string,
  { today, lastDay }: Since,
): Promise<{ today: number; failed24h: number }> {
  const first = today < lastDay ? today : lastDay
  const [row] = await messageCounts(queries).execute({ ownerId, today, lastDay, first })
  return row ?? { today: 0, failed24h: 0 }
}

const bookingCounts = prepareQuery((queries) => {
  const [today, tomorrow] = [sql.placeholder('today'), sql.placeholder('tomorrow')]
  return queries
    .select({
      today: where(lte(formData.day, today)),
      tomorrow: where(and(lte(formData.day, tomorrow), gte(formData.lastDay, tomorrow))),
      upcoming: sql<number>`count(*)::int`,
    })
    .from(formData)
    .where(
      and(
        eq(formData.ownerId, ownerParameter),
        gte(formData.lastDay, today),
        sql`${isComplete}`.inlineParams(),
        isNotCancelled,
      ),
    )
    .prepare('stats_bookings')
})

/** Counts the bookings of two days, and all that are still to come. */
async function countBookings(
  queries: Queries,
  ownerId: string,
  { today, tomorrow }: BookedDays,
): Promise<{ today: number; tomorrow: number; upcoming: number }> {
  const [row] = await bookingCounts(queries).execute({ ownerId, today, tomorrow })
  return row ?? { today: 0, tomorrow: 0, upcoming: 0 }
}

const paidOrder = prepareQuery((queries) =>
  queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.ownerId, ownerParameter), sql`${orders.status} in ('paid', 'refunded')`))
    .limit(1)
    .prepare('stats_paid'),
)

/** Whether the owner ever paid for credit. */
async function hasPaid(queries: Queries, ownerId: string): Promise<boolean> {
  return (await paidOrder(queries).execute({ ownerId })).length > 0
}
