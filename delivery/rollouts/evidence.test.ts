import { describe, expect, test } from 'vitest'

import {
  evidenceByMinute,
  evidenceOver,
  strongEvidence,
  visitorsNeeded,
  type ArmMinutes,
  type ArmVisitors,
} from './evidence.ts'
import type { Evidence } from './figures.ts'

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** For which part of the visitors a release ends in each way. */
type Rates = Partial<Omit<ArmVisitors, 'visitors'>>

interface Simulation {
  seed: number
  /** How many visitors of the candidate there are. */
  visitors: number
  candidate: Rates
  stable: Rates
  share?: number
  /** How many visitors of both arms come in a minute. */
  perMinute?: number
}

/** Minutes of a rollout, each visitor drawn by the share. */
function* simulate(simulation: Simulation): Generator<ArmMinutes> {
  const { seed, visitors, candidate, stable, share = 0.05, perMinute = 1 } = simulation
  const random = seeded(seed)
  let count = 0
  while (count < visitors) {
    const minute = { candidate: sample(), stable: sample() }
    for (let visitor = 0; visitor < perMinute; visitor += 1) {
      if (random() < share) addVisitor(minute.candidate, candidate, random())
      else addVisitor(minute.stable, stable, random())
    }
    count += minute.candidate.visitors
    yield minute
  }
}

function addVisitor(arm: ArmVisitors, rates: Rates, outcome: number): void {
  const { failed = 0, missing = 0, silent = 0 } = rates
  arm.visitors += 1
  if (outcome < failed) arm.failed += 1
  else if (outcome < failed + missing) arm.missing += 1
  else if (outcome < failed + missing + silent) arm.silent += 1
}

const sample = (visitors = 0, more: Rates = {}): ArmVisitors => ({
  visitors,
  failed: 0,
  missing: 0,
  silent: 0,
  ...more,
})

const stopRules = ['worse', 'filesMissing', 'failing'] as const
const isStrong = (evidence: Evidence, ...rules: (keyof Evidence)[]): boolean =>
  rules.some((rule) => evidence[rule].highest >= strongEvidence)

/** After how many visitors of the candidate, minute by minute, it is stopped. */
function visitorsUntilStop(simulation: Omit<Simulation, 'visitors'>): number {
  const minutes: ArmMinutes[] = []
  let visitors = 0
  for (const minute of simulate({ ...simulation, visitors: 1000 })) {
    minutes.push(minute)
    visitors += minute.candidate.visitors
    const isNews = minute.candidate.failed + minute.candidate.missing > 0
    if (isNews && isStrong(evidenceOver(minutes), ...stopRules)) return visitors
  }
  return Infinity
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed)
const sorted = (values: number[]): number[] => values.toSorted((one, other) => one - other)
const median = (values: number[]): number => sorted(values)[values.length / 2] ?? Infinity
const partOf = (isIn: (seed: number) => boolean): number => seeds.filter(isIn).length / seeds.length

const good: Rates = { failed: 0.01 }

describe('a release that is bad', () => {
  test.each([
    { what: 'fails', candidate: { failed: 1 }, share: 0.01, within: 10 },
    { what: 'fails', candidate: { failed: 1 }, share: 0.05, within: 10 },
    { what: 'fails', candidate: { failed: 1 }, share: 0.2, within: 10 },
    // Half of the visitors are few to compare with when the first ones come.
    { what: 'fails', candidate: { failed: 1 }, share: 0.5, within: 20 },
    { what: 'loses its files', candidate: { missing: 1 }, share: 0.01, within: 3 },
    { what: 'loses its files', candidate: { missing: 1 }, share: 0.5, within: 3 },
  ])('and $what for everybody is stopped within $within visitors at $share', (simulation) => {
    const { within, ...rates } = simulation
    const visitors = seeds.map((seed) => visitorsUntilStop({ ...rates, stable: good, seed }))
    expect(Math.max(...visitors)).toBeLessThanOrEqual(within)
  })

  test('and fails for some is stopped in time', () => {
    const untilStop = (failed: number) =>
      median(seeds.map((seed) => visitorsUntilStop({ seed, candidate: { failed }, stable: good })))
    expect(untilStop(0.2)).toBeLessThanOrEqual(60)
    expect(untilStop(0.05)).toBeLessThanOrEqual(300)
  })
})

describe('a release that is as good as stable', () => {
  test.each([
    { share: 0.05, perMinute: 40 },
    { share: 0.5, perMinute: 2 },
    { share: 0.95, perMinute: 2 },
  ])('is hardly ever stopped, at $share', (simulation) => {
    const stopped = partOf((seed) => {
      const more = { seed, visitors: 10_000, candidate: good, stable: good }
      return isStrong(evidenceOver([...simulate({ ...simulation, ...more })]), ...stopRules)
    })
    expect(stopped).toBeLessThanOrEqual(0.05)
  })

  test('is not stopped for files that only a new release has to load', () => {
    const stopped = partOf((seed) => {
      const more = { candidate: { missing: 0.005 }, stable: { missing: 0.0005 }, perMinute: 10 }
      const minutes = simulate({ ...more, seed, visitors: 10_000, share: 0.2 })
      return isStrong(evidenceOver([...minutes]), ...stopRules)
    })
    expect(stopped).toBeLessThanOrEqual(0.01)
  })
})

test('silence stops nothing, and is strong where only the candidate is silent', () => {
  const run = (seed: number, candidate: Rates, stable: Rates) =>
    evidenceOver([...simulate({ seed, visitors: 1000, candidate, stable, share: 0.2 })])
  const silent = { failed: 0.007, silent: 0.3 }
  const both = partOf((seed) => isStrong(run(seed, silent, silent), 'silent', ...stopRules))
  expect(both).toBeLessThanOrEqual(0.05)
  expect(partOf((seed) => isStrong(run(seed, silent, good), 'silent'))).toBe(1)
  const one = partOf((seed) => isStrong(run(seed, silent, good), ...stopRules))
  expect(one).toBeLessThanOrEqual(0.05)
})

test('the visitors of one minute are compared with each other and with no other minute', () => {
  const none = sample()
  const [well, ill] = [sample(100), sample(100, { failed: 30 })]
  const levels = (minutes: ArmMinutes[]) => evidenceOver(minutes).worse
  // An outage of the network hits both arms.
  expect(levels([{ candidate: ill, stable: ill }]).now).toBeLessThan(1)
  expect(levels([{ candidate: ill, stable: well }]).now).toBeGreaterThan(strongEvidence)
  // No stable visitors: nothing to compare with, until they come.
  expect(levels([{ candidate: ill, stable: none }])).toEqual({ now: 1, highest: 1 })
  const apart = [
    { candidate: ill, stable: none },
    { candidate: none, stable: well },
  ]
  expect(levels(apart)).toEqual(levels([{ candidate: ill, stable: well }]))
  // Silent ones are no visitors without a failure.
  const quiet = sample(130, { failed: 30, silent: 30 })
  const heard = levels([{ candidate: ill, stable: well }])
  expect(levels([{ candidate: quiet, stable: well }])).toEqual(heard)
  // What was strong once stays known.
  const before = { candidate: ill, stable: well }
  const since = { candidate: well, stable: ill }
  const { now, highest } = levels([before, ...Array.from({ length: 20 }, () => since)])
  expect(now).toBeLessThan(strongEvidence)
  expect(highest).toBeGreaterThan(strongEvidence)
  // A certainty is still a number.
  const certain = evidenceOver(Array.from({ length: 100 }, () => before))
  expect(JSON.parse(JSON.stringify(certain)).worse.now).toBeGreaterThan(1e6)
})

test('what is known after each minute does not depend on those that follow', () => {
  const rates = { failed: 0.2, missing: 0.1, silent: 0.1 }
  for (const share of [0.3, 1]) {
    const more = { seed: 1, visitors: 60, candidate: rates, stable: good, share }
    const minutes = [...simulate(more)]
    expect(evidenceByMinute(minutes)).toEqual(
      minutes.map((_, index) => evidenceOver(minutes.slice(0, index + 1))),
    )
  }
})

test('without stable visitors a release is stopped that fails for more than one in five', () => {
  const alone = (rates: Rates) => {
    const minutes = Array.from({ length: 40 }, () => ({
      candidate: sample(5, rates),
      stable: sample(),
    }))
    return evidenceOver(minutes)
  }
  expect(isStrong(alone({ failed: 1, missing: 1 }), 'failing')).toBe(true)
  expect(isStrong(alone({ failed: 1 }), 'failing')).toBe(false)
  expect(isStrong(alone({ silent: 5 }), ...stopRules, 'silent')).toBe(false)
  const compared = Array.from({ length: 40 }, () => ({
    candidate: sample(5, { failed: 5 }),
    stable: sample(5, { failed: 5 }),
  }))
  expect(evidenceOver(compared).failing).toEqual({ now: 1, highest: 1 })
})

test('files that do not arrive speak against the candidate unless stable loses as many', () => {
  const lost = sample(10, { missing: 3 })
  const levels = (stable: ArmVisitors) =>
    evidenceOver(Array.from({ length: 10 }, () => ({ candidate: lost, stable })))
  expect(isStrong(levels(sample(100)), 'filesMissing')).toBe(true)
  expect(isStrong(levels(sample(100)), 'worse', 'failing', 'silent')).toBe(false)
  expect(levels(sample(100, { missing: 6 })).filesMissing).toEqual({ now: 1, highest: 1 })
})

test('sixty visitors without a failure rule out that one in twenty more fails', () => {
  expect([0, 59, 60, 1000].map((count) => visitorsNeeded(count))).toEqual([60, 1, 0, 0])
  expect(visitorsNeeded(0, 0.01)).toBe(300)
})
