import { paths } from '@errand/contract/paths'
import * as z from 'zod/mini'

import { writeNotice, type NoticeLetter } from '../../mail/notice-letter.ts'
import { formatMinor } from '../money.ts'

export const lowCreditKind = 'low_credit'

/** What the database holds of the letter until it is sent. */
export const lowCreditMailSchema = z.object({
  to: z.string(),
  balance: z.object({ amountMinor: z.int(), currency: z.string(), messagesLeft: z.int() }),
  /** The share of what he last had that is left, in percent. */
  percent: z.optional(z.number()),
})
export type LowCreditMail = z.output<typeof lowCreditMailSchema>

/** Tells an owner that his credit will not last, or that it is used up, and what happens then. */
export function writeLowCreditLetter(
  { to, balance, percent }: LowCreditMail,
  publicUrl: string,
): Promise<NoticeLetter> {
  const { amountMinor, currency, messagesLeft } = balance
  const isUsedUp = messagesLeft <= 0
  const subject = isUsedUp ? 'Your credit is used up' : 'Your credit is low'
  const share =
    percent === undefined ? '' : `, at most ${percent} % of what you had after your last top-up`
  const left = isUsedUp
    ? 'No credit is left, so the assistant has paused.'
    : `${formatMinor(amountMinor, currency)} are left${share}, enough for ${messagesLeft} messages.`
  const next = isUsedUp
    ? 'What your customers write is still kept. Top up under Billing, and the assistant goes on by itself.'
    : 'When it is used up the assistant pauses; what your customers write is still kept. Top up under Billing to go on.'
  return writeNotice({
    to,
    subject,
    paragraphs: [left, next],
    link: { href: `${publicUrl}${paths.billing.summary}`, label: 'Open Billing' },
  })
}
