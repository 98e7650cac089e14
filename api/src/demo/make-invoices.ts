import type { Invoice } from '@errand/contract/billing/invoice'

import {
  creditDescription,
  kindOfSale,
  seriesOf,
  toInvoiceDocument,
} from '../billing/invoices/invoice-document.ts'
import { takeInvoiceNumber } from '../billing/invoices/invoices.ts'
import type { Queries } from '../database/database.ts'
import type { invoices } from '../database/schema.ts'
import type { DemoAccount } from './demo-account.ts'
import type { MadeOrder } from './make-orders.ts'

/** The invoices of orders, with the next numbers there are. Their files are drawn when asked for. */
export async function makeInvoices(
  queries: Queries,
  { ownerId, newId, prices }: DemoAccount,
  { orders, buyer }: { orders: readonly MadeOrder[]; buyer: Invoice['buyer'] },
): Promise<(typeof invoices.$inferInsert)[]> {
  const kind = kindOfSale(prices)
  const rows: (typeof invoices.$inferInsert)[] = []
  for (const { row, paidAt } of orders) {
    const taken = await takeInvoiceNumber(queries, seriesOf[kind], paidAt)
    const facts = {
      ...taken,
      kind,
      id: newId('invoice', paidAt),
      issuedAt: paidAt,
      orderId: row.id,
      description: creditDescription(row.creditMinor, prices),
      totalMinor: row.totalMinor,
      taxMinor: BigInt(row.taxMinor),
      currency: row.currency,
      buyer,
    }
    const document = toInvoiceDocument(facts, prices)
    rows.push({
      id: facts.id,
      ownerId,
      orderId: row.id,
      ...taken,
      kind,
      issuedAt: paidAt,
      document,
      status: 'issued',
    })
  }
  return rows
}
