import type { Invoice } from '@errand/contract/billing/invoice'
import { paths } from '@errand/contract/paths'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { invoices, invoiceSeries, type orders, users } from '../../../platform/database/schema.ts'
import { insertEmail } from '../../../platform/mail/mail-outbox.ts'
import { writeNotice, type NoticeEmail } from '../../../platform/mail/notice-email.ts'
import { isPrintable } from '../../../platform/pdf/fonts.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { runInThread } from '../../../platform/threads/run-in-thread.ts'
import type { UserRow } from '../../account/account.repo.ts'
import { toPreferences } from '../../account/settings-view.ts'
import type { Prices } from '../billing-settings.ts'
import { formatMinor, type Tax } from '../money.ts'
import {
  creditDescription,
  invoiceTitles,
  saleInvoiceKind,
  refundDescription,
  seriesByKind,
  toCreditNoteDocument,
  toInvoiceDocument,
  type InvoiceDocument,
  type InvoiceFacts,
} from './invoice-document.ts'

type OrderRow = typeof orders.$inferSelect

interface IssueContext {
  queue: Queue
  order: OrderRow
}

/** Issues the invoice or receipt of a paid order, in the transaction of the payment. */
export async function issueInvoice(
  queries: Queries,
  { prices: today, queue, order }: IssueContext & { prices: Prices },
): Promise<void> {
  const prices = { ...today, tax: taxOfOrder(order) }
  const buyer = toBuyer(await readOwner(queries, order.ownerId))
  const content = {
    kind: saleInvoiceKind(prices),
    description: creditDescription(order.creditMinor, prices),
    totalMinor: order.totalMinor,
    taxMinor: BigInt(order.taxMinor),
  }
  const facts = await withInvoiceNumber(queries, order, content)
  await storeInvoice(queries, { queue, order }, toInvoiceDocument({ ...facts, buyer }, prices))
}

/** Issues the credit note of a refund. */
export async function issueCreditNote(
  queries: Queries,
  issuing: IssueContext,
  refund: { id: string; totalMinor: number; taxMinor: bigint },
): Promise<void> {
  const { order } = issuing
  const original = await findOrderInvoice(queries, order.id)
  if (original === undefined) throw new Error(`The order ${order.id} has no invoice to correct`)
  const { totalMinor, taxMinor } = refund
  const facts = await withInvoiceNumber(queries, order, {
    kind: 'credit_note',
    description: refundDescription(original.number, totalMinor, order.currency),
    totalMinor,
    taxMinor,
  })
  await storeInvoice(queries, issuing, toCreditNoteDocument(facts, original.document), refund.id)
}

async function withInvoiceNumber(
  queries: Queries,
  order: OrderRow,
  content: Pick<InvoiceFacts, 'kind' | 'description' | 'totalMinor' | 'taxMinor'>,
): Promise<InvoiceFacts> {
  const issuedAt = new Date()
  const taken = await nextInvoiceNumber(queries, seriesByKind[content.kind], issuedAt)
  const { id: orderId, currency } = order
  return { ...content, ...taken, id: newId('invoice'), issuedAt, orderId, currency }
}

async function storeInvoice(
  queries: Queries,
  { queue, order }: IssueContext,
  document: InvoiceDocument,
  refundId?: string,
): Promise<void> {
  const { id, number, financialYear, kind } = document
  await insertInvoice(queries, {
    id,
    number,
    financialYear,
    kind,
    document,
    ownerId: order.ownerId,
    orderId: order.id,
    issuedAt: new Date(document.issuedAt),
    status: 'issued',
    ...(refundId !== undefined && { refundId }),
  })
  const owner = await readOwner(queries, order.ownerId)
  await queueInvoiceEmail(queries, queue, { owner, invoiceId: id })
}

/** The tax of the order when it was created: the settings may have changed since. */
function taxOfOrder({ taxScheme, taxRate }: OrderRow): Tax | undefined {
  if (taxScheme === null || taxRate === null) return undefined
  return { scheme: taxScheme, rate: BigInt(taxRate) }
}

async function readOwner(queries: Queries, ownerId: string): Promise<UserRow> {
  const [user] = await queries.select().from(users).where(eq(users.id, ownerId))
  if (user === undefined) throw new Error(`No owner ${ownerId} to name on an invoice`)
  return user
}

function toBuyer(user: UserRow): Invoice['buyer'] {
  const { billing, business } = toPreferences(user.preferences)
  const stateCode = billing.gstin.slice(0, 2) || billing.stateCode
  return {
    name:
      [billing.legalName, business.name, user.name].find(
        (name) => name !== '' && isPrintable(name),
      ) ?? user.phoneNumber,
    ...(billing.address !== '' && { address: billing.address }),
    ...(billing.gstin !== '' && { gstin: billing.gstin }),
    ...(stateCode !== '' && { stateCode }),
  }
}

/** The invoice as a PDF, drawn anew each time: the same document gives the same bytes. */
export async function renderInvoiceFile(
  { number, document }: Pick<InvoiceRow, 'number' | 'document'>,
  options: { signal?: AbortSignal } = {},
) {
  const module = new URL('invoice-pdf.ts', import.meta.url)
  const content = await runInThread<Uint8Array>(module, document, options)
  return { filename: `${number.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf', content }
}

export const invoiceMailKind = 'invoice'

/** The stored content of the e-mail until it is sent. */
export const invoiceMailSchema = z.object({ to: z.string(), invoiceId: z.string() })
type InvoiceMail = z.output<typeof invoiceMailSchema>

/**
 * Queues the e-mail with an invoice, in the transaction that issues it, so that it is sent once. It goes
 * to the owner's address for invoices; without one none is sent.
 */
async function queueInvoiceEmail(
  queries: Queries,
  queue: Queue,
  { owner, invoiceId }: { owner: Pick<UserRow, 'id' | 'preferences'>; invoiceId: string },
): Promise<void> {
  const { billing } = toPreferences(owner.preferences)
  if (billing.invoiceEmail === '') return
  const content: InvoiceMail = { to: billing.invoiceEmail, invoiceId }
  await insertEmail(queries, queue, {
    ownerId: owner.id,
    kind: invoiceMailKind,
    content: { ...content },
  })
}

/** Writes the e-mail with an invoice's PDF; undefined when the invoice is gone. */
export async function writeInvoiceEmail(
  queries: Queries,
  ownerId: string,
  { mail, publicUrl }: { mail: InvoiceMail; publicUrl: string },
): Promise<NoticeEmail | undefined> {
  const row = await findOwnInvoice(queries, ownerId, mail.invoiceId)
  if (row === undefined) return undefined
  const { kind, totalMinor, currency } = row.document
  const subject = `${invoiceTitles[kind]} ${row.number}`
  return writeNotice({
    to: mail.to,
    subject,
    paragraphs: [`${subject}, ${formatMinor(totalMinor, currency)}, is attached.`],
    link: { href: `${publicUrl}${paths.billing.summary}/invoices`, label: 'All invoices' },
    attachments: [await renderInvoiceFile(row)],
  })
}

export type InvoiceRow = typeof invoices.$inferSelect

async function insertInvoice(queries: Queries, row: typeof invoices.$inferInsert): Promise<void> {
  await queries.insert(invoices).values(row)
}

export async function findOwnInvoice(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.ownerId, ownerId), eq(invoices.id, id)))
  return row
}

/** The invoice or receipt of an order, no credit note. */
export async function findOrderInvoice(
  queries: Queries,
  orderId: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), ne(invoices.kind, 'credit_note')))
  return row
}

export async function findOrderInvoiceId(
  queries: Queries,
  orderId: string,
): Promise<string | undefined> {
  return (await findOrderInvoice(queries, orderId))?.id
}

export function listCreditNotes(queries: Queries, orderId: string): Promise<InvoiceRow[]> {
  return queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'credit_note')))
    .orderBy(asc(invoices.issuedAt))
}

const istOffsetMs = 5.5 * 60 * 60 * 1000

/** India's financial year of a moment, from April to March: `26-27`. */
export function financialYearOf(at: Date): string {
  const local = new Date(at.getTime() + istOffsetMs)
  const year = local.getUTCFullYear() - (local.getUTCMonth() < 3 ? 1 : 0)
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${short(year)}-${short(year + 1)}`
}

/**
 * The next number of a series. Its row stays locked until the transaction ends: the next invoice
 * waits, and a transaction that fails gives its number back, so that there are no gaps.
 */
export async function nextInvoiceNumber(
  queries: Queries,
  series: string,
  at: Date,
): Promise<{ number: string; financialYear: string }> {
  const year = financialYearOf(at)
  const [row] = await queries
    .insert(invoiceSeries)
    .values({ series, financialYear: year, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.series, invoiceSeries.financialYear],
      set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
    })
    .returning({ lastNumber: invoiceSeries.lastNumber })
  if (row === undefined) throw new Error(`No number for the series ${series}`)
  const number = `${series}/${year}/${String(row.lastNumber).padStart(4, '0')}`
  return { number, financialYear: year }
}
