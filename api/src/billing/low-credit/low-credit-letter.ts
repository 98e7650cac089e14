import { html } from 'hono/html'

import type { Letter } from '../../mail/mailer.ts'
import type { Balance } from '../account-change.ts'
import { formatMinor } from '../money.ts'

export const lowCreditKind = 'low_credit'

/** What the database holds of the letter until it is sent. */
export interface LowCreditMail {
  to: string
  balance: Balance
}

type Written = Pick<Letter, 'to' | 'cc' | 'subject' | 'text' | 'html' | 'attachments'>

/** Tells an owner that his credit will not last, and what happens when it is used up. */
export async function writeLowCreditLetter({ to, balance }: LowCreditMail): Promise<Written> {
  const { amountMinor, currency, messagesLeft } = balance
  const left = `${formatMinor(amountMinor, currency)} are left, enough for ${messagesLeft} messages.`
  const next =
    'When it is used up the assistant pauses; what your customers write is still kept. Top up under Billing to go on.'
  const body = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Your credit is low</title>
      </head>
      <body>
        <p>${left}</p>
        <p>${next}</p>
      </body>
    </html>`
  return {
    to: [to],
    cc: [],
    subject: 'Your credit is low',
    text: `${left}\n\n${next}\n`,
    html: String(body),
    attachments: [],
  }
}
