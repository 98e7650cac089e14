import type { InvoiceRow } from '@errand/contract/billing/invoice'

/** The financial year of an invoice, `26-27`, as its own number says it. */
export const financialYearOf = ({ number }: Pick<InvoiceRow, 'number'>): string =>
  number.split('/')[1] ?? ''

/** The years of which there are invoices, the newest first. */
export const financialYears = (invoices: readonly InvoiceRow[]): string[] =>
  [...new Set(invoices.map((invoice) => financialYearOf(invoice)))].toSorted().toReversed()
