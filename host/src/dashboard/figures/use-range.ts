import { browserStorage } from '@errand/shared-auth'
import { useNow, useSettings } from '@errand/shared-ui'
import { useState } from 'react'

import type { Days } from '../dashboard.queries.ts'

export const ranges = ['today', 'week', 'days30', 'month', 'custom'] as const
export type Range = (typeof ranges)[number]

interface Kept {
  range: Range
  custom?: Days | undefined
}

const key = 'errand:dashboard-range'
const dayMs = 86_400_000

/** Which days the figures are about; kept in this browser. */
export function useRange() {
  const { timeZone } = useSettings()
  const [kept, setKept] = useState(readKept)
  const now = useNow()
  const keep = (next: Kept) => {
    setKept(next)
    browserStorage.setItem(key, JSON.stringify(next))
  }
  const dayAt = (time: number) => dayOf(time, timeZone)
  const today = dayAt(now)
  const days: Record<Range, Days> = {
    today: { from: today, to: today },
    week: { from: dayAt(now - 6 * dayMs), to: today },
    days30: { from: dayAt(now - 29 * dayMs), to: today },
    month: { from: `${today.slice(0, 8)}01`, to: today },
    custom: kept.custom ?? { from: dayAt(now - 29 * dayMs), to: today },
  }
  return {
    range: kept.range,
    days: days[kept.range],
    today,
    choose: (range: Range) => keep({ ...kept, range }),
    chooseDays: (custom: Days) => keep({ range: 'custom', custom }),
  }
}

/** The day of a moment in the owner's time zone, as ISO 8601 writes it. */
const dayOf = (time: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: 'short',
  }).format(time)

function readKept(): Kept {
  try {
    const kept = JSON.parse(browserStorage.getItem(key) ?? '{}') as Partial<Kept>
    const range = ranges.find((each) => each === kept.range)
    if (range !== undefined) return { range, custom: kept.custom }
  } catch {
    // What is kept there is no range of ours.
  }
  return { range: 'week' }
}
