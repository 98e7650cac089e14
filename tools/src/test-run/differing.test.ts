import { expect, test } from 'vitest'

import { addCounts } from './counts.ts'
import { describeDiffering } from './differing.ts'
import type { Outcome } from './outcome.ts'

const round = (...outcomes: Omit<Outcome, 'ms'>[]) => ({
  time: '1.0 s',
  counts: { ...addCounts([]), outcomes: outcomes.map((outcome) => ({ ...outcome, ms: 1 })) },
})

test('a test that differs between rounds is listed with its trace; one that always fails is not', () => {
  const rounds = [
    round({ name: 'a', state: 'passed' }, { name: 'b', state: 'failed' }),
    round({ name: 'a', state: 'failed', trace: 'runs/a.zip' }, { name: 'b', state: 'failed' }),
    round({ name: 'b', state: 'failed' }),
  ]

  expect(describeDiffering(rounds)).toEqual([
    'a\n    round 1 passed, round 2 failed, round 3 missing\n    runs/a.zip',
  ])
})
