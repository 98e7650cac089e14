import { describe, expect, test } from 'vitest'

import {
  good,
  isStrong,
  partOf,
  sample,
  seedsOf,
  simulate,
  stopRules,
  testGoodReleases,
  type Rates,
  type Simulation,
} from '../testing/rollouts.ts'
import {
  evidenceByMinute,
  evidenceOver,
  strongEvidence,
  visitorsNeeded,
  type ArmMinutes,
  type ArmVisitors,
} from './evidence.ts'

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

const seeds = seedsOf(200)
const sorted = (values: number[]): number[] => values.toSorted((one, other) => one - other)
const median = (values: number[]): number => sorted(values)[values.length / 2] ?? Infinity

describe('a bad release', () => {
  test.each([
    { what: 'fails', candidate: { failed: 1 }, share: 0.01, within: 10 },
    { what: 'fails', candidate: { failed: 1 }, share: 0.05, within: 10 },
    { what: 'fails', candidate: { failed: 1 }, share: 0.2, within: 10 },
    // Half of the visitors are few to compare with when the first ones come.
    { what: 'fails', candidate: { failed: 1 }, share: 0.5, within: 20 },
    { what: 'loses its files', candidate: { missing: 1 }, share: 0.01, within: 3 },
    { what: 'loses its files', candidate: { missing: 1 }, share: 0.5, within: 3 },
  ])('that $what for everybody is stopped within $within visitors at $share', (simulation) => {
    const { within, ...rates } = simulation
    const visitors = seeds.map((seed) => visitorsUntilStop({ ...rates, stable: good, seed }))
    expect(Math.max(...visitors)).toBeLessThanOrEqual(within)
  })

  test('that fails for some is stopped in time', () => {
    const untilStop = (failed: number) =>
      median(seeds.map((seed) => visitorsUntilStop({ seed, candidate: { failed }, stable: good })))
    expect(untilStop(0.2)).toBeLessThanOrEqual(60)
    expect(untilStop(0.05)).toBeLessThanOrEqual(300)
  })
})

testGoodReleases(50)

test('silence stops nothing, and is strong evidence only if stable is not silent too', () => {
  const run = (seed: number, candidate: Rates, stable: Rates) =>
    evidenceOver([...simulate({ seed, visitors: 1000, candidate, stable, share: 0.2 })])
  const silent = { failed: 0.007, silent: 0.3 }
  const both = partOf(seeds, (seed) => isStrong(run(seed, silent, silent), 'silent', ...stopRules))
  expect(both).toBeLessThanOrEqual(0.05)
  expect(partOf(seeds, (seed) => isStrong(run(seed, silent, good), 'silent'))).toBe(1)
  const one = partOf(seeds, (seed) => isStrong(run(seed, silent, good), ...stopRules))
  expect(one).toBeLessThanOrEqual(0.05)
})

test('visitors are compared only with those of the same minute', () => {
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

test('the evidence after a minute does not depend on later minutes', () => {
  const rates = { failed: 0.2, missing: 0.1, silent: 0.1 }
  for (const share of [0.3, 1]) {
    const more = { seed: 1, visitors: 60, candidate: rates, stable: good, share }
    const minutes = [...simulate(more)]
    expect(evidenceByMinute(minutes)).toEqual(
      minutes.map((_, index) => evidenceOver(minutes.slice(0, index + 1))),
    )
  }
})

test('without stable visitors a release that fails for more than one in five is stopped', () => {
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

test('missing files count against the candidate unless stable loses as many', () => {
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
