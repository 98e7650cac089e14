import type { AuthStats } from '@errand/contract/auth'

import type { Billing } from '../../billing/billing.ts'
import type { Queries } from '../../database/database.ts'
import { addDays, dayOf, startOfDay } from '../../period/days.ts'
import { findUser, type UserRow } from '../auth.repo.ts'
import { present } from '../present.ts'
import { toPreferences } from '../settings-view.ts'
import { trialOf } from '../trial.ts'
import { countChats, countJobs, countMessages, hasPaid, readCompletionRate } from './stats.repo.ts'
import type { Since } from './stats.repo.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What the dashboard shows; days are those of the owner's time zone, a week is seven of them. */
export async function readAuthStats(
  queries: Queries,
  { meter, prices }: Pick<Billing, 'meter' | 'prices'>,
  { uid, now = new Date() }: { uid: string; now?: Date },
): Promise<AuthStats> {
  const user = present(await findUser(queries, uid))
  const preferences = toPreferences(user.preferences)
  const since = momentsOf(now, preferences.business.timeZone)
  const jobs = await countJobs(queries, user.id)
  const { unread, hasTest, ...sessions } = await countChats(queries, user.id, since)
  const messages = await countMessages(queries, user.id, since)
  const { amountMinor, currency, messagesLeft } = await meter.readBalance(queries, user.id)
  const status = user.findings.channel?.status ?? 'not_connected'
  return {
    jobs,
    sessions,
    messages: { ...messages, unread },
    forms: { completionRate7d: await readCompletionRate(queries, user.id, since) },
    trial: trialOf(user.createdAt, prices.trialDays, now),
    balance: { amountMinor, currency, messagesLeft },
    setup: {
      whatsapp: status === 'connected' || status === 'degraded',
      smtp: isMailReady(user),
      firstJob: jobs.total > 0,
      firstTest: hasTest,
      credit: await hasPaid(queries, user.id),
    },
    channel: { status },
    asOf: now.toISOString(),
  }
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
