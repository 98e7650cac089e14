import { paths } from '@errand/contract/paths'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { isFirstWithin } from '../../platform/http/request-limits.ts'
import { writeNotice, type NoticeEmail } from '../../platform/mail/notice-email.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import { formatMinor } from './money.ts'

interface LowCredit {
  ownerId: string
  balance: LowCreditMail['balance']
  /** The share of the last top-up that is left, where that caused the warning. */
  percent: number | null
  isLowAlert: boolean
}

/** Alerts an owner whose credit is low or used up, in the transaction that made it so. */
export async function alertLowCredit(
  queries: Queries,
  queue: Queue,
  { ownerId, balance, percent, isLowAlert }: LowCredit,
): Promise<void> {
  const { messagesLeft } = balance
  // A failed message is refunded, and the next one can use the credit up again: one alert is enough.
  const limit = { key: `used up ${ownerId}`, windowMs: dayMs }
  const isFirst = messagesLeft > 0 || (await isFirstWithin(queries, limit))
  if (!isLowAlert && !isFirst) return
  const content = { balance, ...(percent !== null && { percent }) }
  await queueAlert(queries, queue, {
    ownerId,
    kind: 'lowBalance',
    detail: String(messagesLeft),
    email: { kind: lowCreditKind, content },
  })
}

const dayMs = 24 * 60 * 60 * 1000

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
