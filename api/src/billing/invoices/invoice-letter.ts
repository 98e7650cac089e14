import { buffer } from 'node:stream/consumers'

import { paths } from '@errand/contract/paths'
import * as z from 'zod/mini'

import type { Database } from '../../database/database.ts'
import { readFile } from '../../files/files.service.ts'
import { writeNotice, type NoticeLetter } from '../../mail/notice-letter.ts'
import { formatMinor } from '../money.ts'
import { invoiceTitles } from './invoice-text.ts'
import { findOwnInvoice } from './invoices.repo.ts'
import { requireInvoiceFile } from './render-invoice.ts'

export const invoiceMailKind = 'invoice'

/** What the database holds of the letter until it is sent. */
export const invoiceMailSchema = z.object({ to: z.string(), invoiceId: z.string() })
export type InvoiceMail = z.output<typeof invoiceMailSchema>

/** Brings an invoice with its file, which is drawn now if nobody did before; nothing when it is gone. */
export async function writeInvoiceLetter(
  database: Database,
  ownerId: string,
  { mail, publicUrl }: { mail: InvoiceMail; publicUrl: string },
): Promise<NoticeLetter | undefined> {
  const row = await findOwnInvoice(database.queries, ownerId, mail.invoiceId)
  if (row === undefined) return undefined
  const { pdfFileId } = await requireInvoiceFile({ database }, row)
  const { kind, totalMinor, currency } = row.document
  const subject = `${invoiceTitles[kind]} ${row.number}`
  return writeNotice({
    to: mail.to,
    subject,
    paragraphs: [`${subject}, ${formatMinor(totalMinor, currency)}, is attached.`],
    link: { href: `${publicUrl}${paths.billing.summary}/invoices`, label: 'All invoices' },
    attachments: [
      {
        filename: `${row.number.replaceAll('/', '-')}.pdf`,
        contentType: 'application/pdf',
        content: await buffer(readFile(database, pdfFileId)),
      },
    ],
  })
}
