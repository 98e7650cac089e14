import { isoDayOf } from '@errand/contract/iso-time'
import { readSettings } from '@errand/shared-ui'

import type { UsagePeriod } from '../account/billing.queries.ts'

/** The ranges to choose from; `custom` means two dates in the address. */
export const usageRanges = ['7', '30', '90', 'custom'] as const
export type UsageRange = (typeof usageRanges)[number]

/** The range of days in the address. */
export interface UsageRangeState {
  range: UsageRange
  period: UsagePeriod
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
/** Longer ranges are shown by weeks. */
const maxBars = 92
/** The limit of the api. */
const maxDays = 366
const dayMs = 24 * 60 * 60 * 1000

/** The range of days in an address; 30 days by default. */
export function readUsageRange(parameters: URLSearchParams, now: number): UsageRangeState {
  const [requestedFrom, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  if (isDay(requestedFrom) && isDay(to) && requestedFrom <= to) {
    const earliest = earliestFrom(to)
    const from = requestedFrom < earliest ? earliest : requestedFrom
    const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
    return {
      range: 'custom',
      period: { from, to, ...(days > maxBars && { bucket: 'week' as const }) },
    }
  }
  const range = parameters.get('range')
  if (range === '7' || range === '90')
    return { range, period: { from: daysAgo(Number(range) - 1, now) } }
  return { range: '30', period: {} }
}

/** The earliest first day that can be requested with this last day. */
export function earliestFrom(to: string): string {
  return new Date(Date.parse(to) - (maxDays - 1) * dayMs).toISOString().slice(0, 10)
}

const isDay = (text: string): boolean => dayPattern.test(text) && !Number.isNaN(Date.parse(text))

/** The date this many days before a moment, in the reader's time zone. */
export function daysAgo(count: number, now: number): string {
  const today = isoDayOf(now, readSettings().timeZone)
  return new Date(Date.parse(today) - count * dayMs).toISOString().slice(0, 10)
}
