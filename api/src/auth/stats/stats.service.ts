import { authStatsFields, type AuthStats, type AuthStatsField } from '@errand/contract/auth'

import type { Billing } from '../../billing/billing.ts'
import type { Queries } from '../../database/database.ts'
import { addDays, dayOf, startOfDay } from '../../period/days.ts'
import { findUser, type UserRow } from '../auth.repo.ts'
import { present } from '../present.ts'
import { toPreferences } from '../settings-view.ts'
import { trialOf } from '../trial/trial.ts'
import { countChats, countJobs, countMessages, hasPaid, readCompletionRate } from './stats.repo.ts'
import type { Since } from './stats.repo.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What the dashboard shows; days are those of the owner's time zone, a week is seven of them. */
export async function readAuthStats(
  queries: Queries,
  billing: Pick<Billing, 'meter' | 'prices'>,
  { uid, now = new Date(), fields = authStatsFields }: Wanted,
): Promise<Partial<AuthStats>> {
  const user = present(await findUser(queries, uid))
  const read = readersOf(queries, billing, { user, now })
  const stats: Partial<AuthStats> = {}
  for (const field of fields) Object.assign(stats, { [field]: await read[field]() })
  return { ...stats, asOf: now.toISOString() }
}

interface Wanted {
  uid: string
  now?: Date
  /** Nothing else is read. */
  fields?: readonly AuthStatsField[] | undefined
}

type Readers = { [K in AuthStatsField]: () => Promise<AuthStats[K]> }

/** How each figure is read; what two of them need is read once. */
function readersOf(
  queries: Queries,
  { meter, prices }: Pick<Billing, 'meter' | 'prices'>,
  { user, now }: { user: UserRow; now: Date },
): Readers {
  const since = momentsOf(now, toPreferences(user.preferences).business.timeZone)
  const jobs = once(() => countJobs(queries, user.id))
  const chats = once(() => countChats(queries, user.id, since))
  const status = user.findings.channel?.status ?? 'not_connected'
  return {
    jobs,
    sessions: async () => {
      const { unread: _unread, hasTest: _hasTest, ...sessions } = await chats()
      return sessions
    },
    messages: async () => {
      const { unread } = await chats()
      return { ...(await countMessages(queries, user.id, since)), unread }
    },
    forms: async () => ({ completionRate7d: await readCompletionRate(queries, user.id, since) }),
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
      whatsapp: status === 'connected' || status === 'degraded',
      smtp: isMailReady(user),
      firstJob: (await jobs()).total > 0,
      firstTest: (await chats()).hasTest,
      credit: await hasPaid(queries, user.id),
    }),
    channel: async () => ({ status }),
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}

function momentsOf(now: Date, timeZone: string): Since {
  const today = dayOf(now, timeZone)
  return {
    now,
    today: startOfDay(today, timeZone),
    week: startOfDay(addDays(today, -6), timeZone),
    lastDay: new Date(now.getTime() - dayMs),
  }
}

/** Ready until a test says otherwise. */
function isMailReady({ preferences, findings }: UserRow): boolean {
  const { enabled, host, fromEmail } = toPreferences(preferences).smtp
  return enabled && host !== '' && fromEmail !== '' && findings.lastSmtpTest?.ok !== false
}
