import { paths } from '@errand/contract/paths'
import * as z from 'zod/mini'

import type { UserRow } from '../../auth/auth.repo.ts'
import { toPreferences } from '../../auth/settings-view.ts'
import { insertEmail } from '../../chats/email/emails.repo.ts'
import type { Queries } from '../../database/database.ts'
import { canSendMail } from '../../mail/mail-host.ts'
import { writeNotice, type NoticeLetter } from '../../mail/notice-letter.ts'
import { drawInWorker } from '../../pdf/draw-in-worker.ts'
import type { Queue } from '../../queue/queue.ts'
import { findSecretNames } from '../../secrets/secrets.repo.ts'
import { formatMinor } from '../money.ts'
import { invoiceTitles } from './invoice-text.ts'
import { findOwnInvoice, type InvoiceRow } from './invoices.repo.ts'

/** The invoice as a PDF, drawn anew each time: the same document gives the same bytes. */
export async function invoiceFile({ number, document }: Pick<InvoiceRow, 'number' | 'document'>) {
  const content = await drawInWorker(new URL('invoice-pdf.ts', import.meta.url), document)
  return { filename: `${number.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf', content }
}

export const invoiceMailKind = 'invoice'

/** What the database holds of the letter until it is sent. */
export const invoiceMailSchema = z.object({ to: z.string(), invoiceId: z.string() })
type InvoiceMail = z.output<typeof invoiceMailSchema>

/**
 * Has an invoice sent to where its owner wants invoices, in the transaction that issues it, so that it is
 * once: by his own mail server, where he has one.
 */
export async function mailInvoice(
  queries: Queries,
  queue: Queue,
  { owner, invoiceId }: { owner: Pick<UserRow, 'id' | 'preferences'>; invoiceId: string },
): Promise<void> {
  const { billing, smtp } = toPreferences(owner.preferences)
  if (billing.invoiceEmail === '') return
  const secrets = await findSecretNames(queries, owner.id)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) return
  const content: InvoiceMail = { to: billing.invoiceEmail, invoiceId }
  await insertEmail(queries, queue, {
    ownerId: owner.id,
    kind: invoiceMailKind,
    content: { ...content },
  })
}

/** Brings an invoice with its file; nothing when it is gone. */
export async function writeInvoiceLetter(
  queries: Queries,
  ownerId: string,
  { mail, publicUrl }: { mail: InvoiceMail; publicUrl: string },
): Promise<NoticeLetter | undefined> {
  const row = await findOwnInvoice(queries, ownerId, mail.invoiceId)
  if (row === undefined) return undefined
  const { kind, totalMinor, currency } = row.document
  const subject = `${invoiceTitles[kind]} ${row.number}`
  return writeNotice({
    to: mail.to,
    subject,
    paragraphs: [`${subject}, ${formatMinor(totalMinor, currency)}, is attached.`],
    link: { href: `${publicUrl}${paths.billing.summary}/invoices`, label: 'All invoices' },
    attachments: [await invoiceFile(row)],
  })
}
