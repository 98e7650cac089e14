import { expect, test } from 'vitest'

import { evidenceOver, exposuresNeeded, strongEvidence, type ArmMinutes } from './evidence.ts'

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

interface Simulation {
  seed: number
  /** How many pages of the candidate there are at most. */
  exposures: number
  candidateFails: number
  stableFails?: number
  share?: number
}

/** Minutes of a rollout, one page of the candidate in each. */
function* simulate({
  seed,
  exposures,
  candidateFails,
  ...more
}: Simulation): Generator<ArmMinutes> {
  const { stableFails = 0.01, share = 0.05 } = more
  const random = seeded(seed)
  const sample = (count: number, rate: number) => {
    let failed = 0
    for (let page = 0; page < count; page += 1) if (random() < rate) failed += 1
    return { exposures: count, failed }
  }
  for (let page = 0; page < exposures; page += 1) {
    const others = Math.round(1 / share) - 1
    yield { candidate: sample(1, candidateFails), stable: sample(others, stableFails) }
  }
}

/** After how many pages of the candidate the evidence is strong; the middle of some simulations. */
function median(candidateFails: number, runs: number): number {
  const pages = Array.from({ length: runs }, (_, seed) => {
    const minutes: ArmMinutes[] = []
    for (const minute of simulate({ seed, exposures: 1000, candidateFails })) {
      minutes.push(minute)
      if (minute.candidate.failed > 0 && evidenceOver(minutes).now >= strongEvidence) break
    }
    return minutes.length
  })
  return pages.toSorted((one, other) => one - other)[runs / 2] ?? Infinity
}

test('a candidate that is broken, or fails for some, is found within few pages', () => {
  expect(median(1, 200)).toBeLessThanOrEqual(3)
  const worst = Array.from({ length: 200 }, (_, seed) =>
    evidenceOver(simulate({ seed, exposures: 10, candidateFails: 1 })),
  )
  expect(Math.min(...worst.map(({ now }) => now))).toBeGreaterThanOrEqual(strongEvidence)
  expect(median(0.2, 200)).toBeLessThanOrEqual(60)
  expect(median(0.05, 200)).toBeLessThanOrEqual(300)
})

test.each([
  [0.05, 1000],
  [0.5, 10_000],
])(
  'a candidate that is as good as stable is hardly ever suspected, at a share of %d in %d pages',
  (share, exposures) => {
    const suspected = Array.from({ length: 200 }, (_, seed) => {
      const minutes = simulate({ seed, exposures, candidateFails: 0.01, share })
      return evidenceOver(minutes).highest >= strongEvidence
    })
    expect(suspected.filter(Boolean).length / suspected.length).toBeLessThanOrEqual(0.05)
  },
)

test('the pages of one minute are compared with each other and with no other minute', () => {
  const good = { exposures: 100, failed: 0 }
  const bad = { exposures: 100, failed: 30 }
  const none = { exposures: 0, failed: 0 }
  // An outage of the network hits both arms.
  expect(evidenceOver([{ candidate: bad, stable: bad }]).now).toBeLessThan(1)
  expect(evidenceOver([{ candidate: bad, stable: good }]).now).toBeGreaterThan(strongEvidence)
  // No stable pages: nothing to compare with.
  expect(evidenceOver([{ candidate: bad, stable: none }])).toEqual({ now: 1, highest: 1 })
  // What was strong once stays known.
  const minutes = [
    { candidate: bad, stable: good },
    ...Array.from({ length: 20 }, () => ({ candidate: good, stable: bad })),
  ]
  const { now, highest } = evidenceOver(minutes)
  expect(now).toBeLessThan(strongEvidence)
  expect(highest).toBeGreaterThan(strongEvidence)
  // A certainty is still a number.
  const certain = Array.from({ length: 100 }, () => ({ candidate: bad, stable: good }))
  expect(JSON.parse(JSON.stringify(evidenceOver(certain).now))).toBeGreaterThan(1e6)
})

test('sixty pages without a failure rule out that one in twenty more fails', () => {
  expect([0, 59, 60, 1000].map((count) => exposuresNeeded(count))).toEqual([60, 1, 0, 0])
  expect(exposuresNeeded(0, 0.01)).toBe(300)
})
