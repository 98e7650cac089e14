import { describe, expect, test } from 'vitest'

import {
  evidenceOver,
  strongEvidence,
  type ArmMinutes,
  type ArmVisitors,
} from '../rollouts/evidence.ts'
import type { Evidence } from '../rollouts/figures.ts'

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
export type Rates = Partial<Omit<ArmVisitors, 'visitors'>>

/** A rollout that is drawn. */
export interface Simulation {
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
export function* simulate(simulation: Simulation): Generator<ArmMinutes> {
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

/** The visitors of an arm in one minute. */
export const sample = (visitors = 0, more: Rates = {}): ArmVisitors => ({
  visitors,
  failed: 0,
  missing: 0,
  silent: 0,
  ...more,
})

/** The evidence that stops a release. */
export const stopRules = ['worse', 'filesMissing', 'failing'] as const
/** Whether the evidence by one of these rules is strong. */
export const isStrong = (evidence: Evidence, ...rules: (keyof Evidence)[]): boolean =>
  rules.some((rule) => (evidence[rule]?.highest ?? 0) >= strongEvidence)

/** The part of the rollouts in which that is so. */
export const partOf = (seeds: number[], isIn: (seed: number) => boolean): number =>
  seeds.filter(isIn).length / seeds.length

/** The seeds of so many rollouts. */
export const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed)

/** A release with the usual failures. */
export const good: Rates = { failed: 0.01 }

/** Shows for so many rollouts that chance stops hardly any of them. */
export function testGoodReleases(count: number): void {
  const seeds = seedsOf(count)
  describe('a release that is as good as stable', () => {
    test.each([
      { share: 0.05, perMinute: 40 },
      { share: 0.5, perMinute: 2 },
      { share: 0.95, perMinute: 2 },
    ])('is hardly ever stopped, at $share', (simulation) => {
      const stopped = partOf(seeds, (seed) => {
        const more = { seed, visitors: 10_000, candidate: good, stable: good }
        return isStrong(evidenceOver([...simulate({ ...simulation, ...more })]), ...stopRules)
      })
      expect(stopped).toBeLessThanOrEqual(0.05)
    })

    test('is not stopped for files that only a new release has to load', () => {
      const stopped = partOf(seeds, (seed) => {
        const more = { candidate: { missing: 0.005 }, stable: { missing: 0.0005 }, perMinute: 10 }
        const minutes = simulate({ ...more, seed, visitors: 10_000, share: 0.2 })
        return isStrong(evidenceOver([...minutes]), ...stopRules)
      })
      expect(stopped).toBeLessThanOrEqual(0.01)
    })
  })
}
