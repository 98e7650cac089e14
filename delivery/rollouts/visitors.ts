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
 * How many bad words of strangers about a candidate are not believed on a day: whoever has as many
 * networks could have invented them. A network may have two hashes on a day, so these are words of
 * 10 networks at least for a hold, and of 100 for a stop.
 */
const unbelieved = { hold: 20, stop: 200 }

/**
 * What speaks against the candidate after each of the minutes, oldest first: what known owners say
 * alone, or what all say, without the words of strangers that are not believed.
 */
export function evidenceOfVisitors(minutes: VisitorsAt[]): Evidence[] {
  const known = evidenceByMinute(minutes.map((minute) => minute.known))
  const [most, some] = [unbelieved.stop, unbelieved.hold].map((count) =>
    evidenceByMinute(withoutWords(minutes, count)),
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

/** All visitors, but the first strangers of a day who speak against the candidate count as if it were good. */
function withoutWords(minutes: VisitorsAt[], count: number): ArmMinutes[] {
  const restOf = new Map<string, number>()
  return minutes.map(({ at, known, strangers }) => {
    const day = at.toISOString().slice(0, 10)
    let rest = restOf.get(day) ?? count
    const believed = (words: number): number => {
      const dropped = Math.min(words, rest)
      rest -= dropped
      return words - dropped
    }
    const { visitors, failed, missing, silent } = strangers.candidate
    const candidate = {
      visitors,
      failed: believed(failed),
      missing: believed(missing),
      silent: believed(silent),
    }
    restOf.set(day, rest)
    return {
      candidate: addVisitors(known.candidate, candidate),
      stable: addVisitors(known.stable, strangers.stable),
    }
  })
}
