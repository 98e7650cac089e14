import { amountText } from '@errand/contract/amount-text'
import type { BillingSummary } from '@errand/contract/billing/summary'

/** The usage as a file that spreadsheets open; amounts are decimal text, never a fraction of ours. */
export function usageCsv(usage: BillingSummary['usage'], currency: string): string {
  const head = ['date', 'messages', 'assistant', 'owner', 'template', `amount_${currency}`]
  const rows = usage.series.map(({ date, messages, assistant, owner, amountMinor }) => [
    date,
    messages,
    assistant,
    owner,
    messages - assistant - owner,
    amountText(amountMinor, currency),
  ])
  // Excel reads a file without the mark in its own old encoding.
  return `\u{feff}${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}
