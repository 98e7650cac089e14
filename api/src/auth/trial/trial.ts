import type { User } from '@errand/contract/auth'

const dayMs = 24 * 60 * 60 * 1000

/** The trial of somebody who came at that moment. */
export function trialOf(startedAt: Date, trialDays: number, now: Date = new Date()): User['trial'] {
  const endsAt = new Date(startedAt.getTime() + trialDays * dayMs)
  const leftMs = Math.max(0, endsAt.getTime() - now.getTime())
  return {
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    daysLeft: Math.ceil(leftMs / dayMs),
    active: leftMs > 0,
  }
}
