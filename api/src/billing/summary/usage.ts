import type { BillingSummary } from '@errand/contract/billing/summary'

import { mondayOf } from '../../period/days.ts'
import { toMinor } from '../money.ts'
import type { Days } from './days.ts'
import type { UsageRow } from './usage.repo.ts'

type Usage = BillingSummary['usage']

interface Sums {
  messages: number
  assistant: number
  owner: number
  template: number
  micros: bigint
}

const none: Sums = { messages: 0, assistant: 0, owner: 0, template: 0, micros: 0n }

/** The figures of a period: every day or week has its place in the series, also an empty one. */
export function toUsage(
  rows: UsageRow[],
  { days, bucket, currency }: { days: Days; bucket: 'day' | 'week'; currency: string },
): Usage {
  const bucketOf = (date: string) => (bucket === 'week' ? mondayOf(date) : date)
  const series = new Map(days.dates.map((date) => [bucketOf(date), none]))
  for (const row of rows) {
    const key = bucketOf(days.dates[row.day] ?? days.to)
    series.set(key, plus(series.get(key) ?? none, row))
  }
  const { micros, ...total } = rows.reduce(plus, none)
  return {
    from: days.from,
    to: days.to,
    ...total,
    failedNotCharged: rows.reduce((sum, { failed }) => sum + failed, 0),
    amountMinor: toMinor(micros, currency),
    series: [...series].map(([date, sums]) => ({
      date,
      messages: sums.messages,
      assistant: sums.assistant,
      owner: sums.owner,
      amountMinor: toMinor(sums.micros, currency),
    })),
  }
}

function plus(sums: Sums, { author, messages, micros }: UsageRow): Sums {
  return {
    ...sums,
    ...(author !== null && { [author]: sums[author] + messages }),
    messages: sums.messages + messages,
    micros: sums.micros + micros,
  }
}
