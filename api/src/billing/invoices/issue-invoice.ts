import type { Invoice } from '@errand/contract/billing/invoice'
import { eq } from 'drizzle-orm'

import type { UserRow } from '../../auth/auth.repo.ts'
import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { users } from '../../database/schema.ts'
import { isWritable } from '../../pdf/fonts.ts'
import type { Queue } from '../../queue/queue.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { Prices } from '../prices.ts'
import type { Tax } from '../tax.ts'
import {
  creditDescription,
  kindOfSale,
  refundDescription,
  seriesOf,
  toCreditNoteDocument,
  toInvoiceDocument,
  type InvoiceDocument,
  type InvoiceFacts,
} from './invoice-document.ts'
import { findOrderInvoice, insertInvoice, takeInvoiceNumber } from './invoices.repo.ts'
import { mailInvoice } from './send-invoice.ts'

interface Issuing {
  queue: Queue
  order: OrderRow
}

/** Issues the invoice of an order that was paid, or its receipt, in the transaction of the payment. */
export async function issueInvoice(
  queries: Queries,
  { prices: today, queue, order }: Issuing & { prices: Prices },
): Promise<void> {
  const prices = { ...today, tax: taxOfOrder(order) }
  const buyer = toBuyer(await readOwner(queries, order.ownerId))
  const content = {
    kind: kindOfSale(prices),
    description: creditDescription(order.creditMinor, prices),
    totalMinor: order.totalMinor,
    taxMinor: BigInt(order.taxMinor),
  }
  const facts = await numbered(queries, order, content)
  await store(queries, { queue, order }, toInvoiceDocument({ ...facts, buyer }, prices))
}

/** Issues the note of what was paid back of an order. */
export async function issueCreditNote(
  queries: Queries,
  issuing: Issuing,
  refund: { id: string; totalMinor: number; taxMinor: bigint },
): Promise<void> {
  const { order } = issuing
  const original = await findOrderInvoice(queries, order.id)
  if (original === undefined) throw new Error(`The order ${order.id} has no invoice to correct`)
  const { totalMinor, taxMinor } = refund
  const facts = await numbered(queries, order, {
    kind: 'credit_note',
    description: refundDescription(original.number, totalMinor, order.currency),
    totalMinor,
    taxMinor,
  })
  await store(queries, issuing, toCreditNoteDocument(facts, original.document), refund.id)
}

async function numbered(
  queries: Queries,
  order: OrderRow,
  content: Pick<InvoiceFacts, 'kind' | 'description' | 'totalMinor' | 'taxMinor'>,
): Promise<InvoiceFacts> {
  const issuedAt = new Date()
  const taken = await takeInvoiceNumber(queries, seriesOf[content.kind], issuedAt)
  const { id: orderId, currency } = order
  return { ...content, ...taken, id: newId('invoice'), issuedAt, orderId, currency }
}

async function store(
  queries: Queries,
  { queue, order }: Issuing,
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
  await mailInvoice(queries, queue, { owner, invoiceId: id })
}

/** How the order was taxed: the settings may say something else by now. */
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
        (name) => name !== '' && isWritable(name),
      ) ?? user.phoneNumber,
    ...(billing.address !== '' && { address: billing.address }),
    ...(billing.gstin !== '' && { gstin: billing.gstin }),
    ...(stateCode !== '' && { stateCode }),
  }
}
