import { paths } from '@errand/contract/paths'
import { and, eq, gte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { emails, users } from '../../platform/database/schema.ts'
import { insertEmail } from '../../platform/mail/mail-outbox.ts'
import { writeNotice, type NoticeEmail } from '../../platform/mail/notice-email.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { toPreferences } from '../account/settings-view.ts'
import { formatMinor } from './money.ts'

interface LowCredit {
  ownerId: string
  balance: LowCreditMail['balance']
  /** The share of the last top-up that is left, where that caused the warning. */
  percent: number | null
  isLowAlert: boolean
}

/**
 * Queues an e-mail to an owner whose credit is low or used up, in the transaction that made it so,
 * unless the owner switched it off.
 */
export async function queueLowCreditEmail(
  queries: Queries,
  queue: Queue,
  { ownerId, balance, percent, isLowAlert }: LowCredit,
): Promise<void> {
  // A failed message is refunded, and the next one can use the credit up again: one e-mail is enough.
  if (!isLowAlert && (await wasNotifiedToday(queries, ownerId))) return
  const [owner] = await queries
    .select({ email: users.email, preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  if (owner === undefined || owner.email === '') return
  const { notifications } = toPreferences(owner.preferences)
  if (!notifications.email.lowBalance) return
  const content: LowCreditMail = { to: owner.email, balance, ...(percent !== null && { percent }) }
  await insertEmail(queries, queue, { ownerId, kind: lowCreditKind, content: { ...content } })
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether an e-mail within the last 24 hours said that the credit is used up. */
async function wasNotifiedToday(queries: Queries, ownerId: string): Promise<boolean> {
  const [told] = await queries
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.ownerId, ownerId),
        gte(emails.createdAt, new Date(Date.now() - dayMs)),
        eq(emails.kind, lowCreditKind),
        sql`(${emails.content} #>> '{balance,messagesLeft}')::int <= 0`,
      ),
    )
    .limit(1)
  return told !== undefined
}

export const lowCreditKind = 'low_credit'

/** The stored content of the e-mail until it is sent. */
export const lowCreditMailSchema = z.object({
  to: z.string(),
  balance: z.object({ amountMinor: z.int(), currency: z.string(), messagesLeft: z.int() }),
  /** The share of the last top-up that is left, in percent. */
  percent: z.optional(z.number()),
})
export type LowCreditMail = z.output<typeof lowCreditMailSchema>

/** Writes the e-mail that the credit is low or used up, and what happens next. */
export function writeLowCreditEmail(
  { to, balance, percent }: LowCreditMail,
  publicUrl: string,
): Promise<NoticeEmail> {
  const { amountMinor, currency, messagesLeft } = balance
  const isUsedUp = messagesLeft <= 0
  const subject = isUsedUp ? 'Your credit is used up' : 'Your credit is low'
  const share =
    percent === undefined ? '' : `, at most ${percent} % of what you had after your last top-up`
  const left = isUsedUp
    ? 'No credit is left, so the assistant has paused.'
    : `You have ${formatMinor(amountMinor, currency)} left${share}, enough for ${messagesLeft} messages.`
  const next = isUsedUp
    ? 'Incoming messages are still kept. Top up under Billing, and the assistant resumes automatically.'
    : 'When it is used up, the assistant pauses; incoming messages are still kept. Top up under Billing to keep it running.'
  return writeNotice({
    to,
    subject,
    paragraphs: [left, next],
    link: { href: `${publicUrl}${paths.billing.summary}`, label: 'Open Billing' },
  })
}
