import { sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { invoiceSeries } from '../../database/schema.ts'

const istOffsetMs = 5.5 * 60 * 60 * 1000

/** The year from April to March in India that a moment falls into: `26-27`. */
export function financialYear(at: Date): string {
  const local = new Date(at.getTime() + istOffsetMs)
  const year = local.getUTCFullYear() - (local.getUTCMonth() < 3 ? 1 : 0)
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${short(year)}-${short(year + 1)}`
}

/**
 * The next number of a series. Its row stays locked until the transaction ends: the next invoice
 * waits, and a transaction that fails gives its number back, so that there are no gaps.
 */
export async function takeInvoiceNumber(
  queries: Queries,
  series: string,
  at: Date,
): Promise<{ number: string; financialYear: string }> {
  const year = financialYear(at)
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
