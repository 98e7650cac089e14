import { addVisitors, evidenceByMinute, type ArmMinutes } from './evidence.ts'
import type { Evidence, Level } from './figures.ts'

/** How both arms did for the visitors of a minute, or an hour, that began then. */
export interface VisitorsAt {
  at: Date
  /** Those whose browser was known as an owner's before the rollout began. */
  known: ArmMinutes
  /** All others, one of each network. */
  strangers: ArmMinutes
}

/**
 * How many failures that strangers report of a candidate are left out on a day: whoever has as many
 * networks could have invented them. A network may have two hashes on a day, so these are reports of
 * 10 networks at least for a hold, and of 100 for a stop.
 */
const discounted = { hold: 20, stop: 200 }

/**
 * What speaks against the candidate after each of the minutes, oldest first: what known owners say
 * alone, or what all say, without the reports of strangers that are left out.
 */
export function evidenceOfVisitors(minutes: VisitorsAt[]): Evidence[] {
  const known = evidenceByMinute(minutes.map((minute) => minute.known))
  const [most, some] = [discounted.stop, discounted.hold].map((count) =>
    evidenceByMinute(withoutDiscounted(minutes, count)),
  )
  return known.map((own, index) => {
    const [stop, hold] = [most?.[index] ?? own, some?.[index] ?? own]
    return {
      worse: higher(own.worse, stop.worse),
      filesMissing: higher(own.filesMissing, stop.filesMissing),
      failing: higher(own.failing, stop.failing),
      silent: higher(own.silent, hold.silent),
      strangers: higher(hold.worse, hold.filesMissing, hold.failing),
    }
  })
}

const higher = (...levels: Level[]): Level => ({
  now: Math.max(...levels.map(({ now }) => now)),
  highest: Math.max(...levels.map(({ highest }) => highest)),
})

/** All visitors, but the first strangers of a day who report a failure of the candidate count as if it were good. */
function withoutDiscounted(minutes: VisitorsAt[], count: number): ArmMinutes[] {
  const countReports = discountByDay(count)
  // Apart from them: pages that say nothing are many on any day, and are no reports.
  const countSilent = discountByDay(count)
  return minutes.map(({ at, known, strangers }) => {
    const day = at.toISOString().slice(0, 10)
    const { visitors, failed, missing, silent } = strangers.candidate
    const candidate = {
      visitors,
      failed: countReports(day, failed),
      missing: countReports(day, missing),
      silent: countSilent(day, silent),
    }
    return {
      candidate: addVisitors(known.candidate, candidate),
      stable: addVisitors(known.stable, strangers.stable),
    }
  })
}

/** Leaves out the first so many of a day. */
function discountByDay(count: number): (day: string, number: number) => number {
  const restOf = new Map<string, number>()
  return (day, number) => {
    const rest = restOf.get(day) ?? count
    const dropped = Math.min(number, rest)
    restOf.set(day, rest - dropped)
    return number - dropped
  }
}
