import { expect, test } from 'vitest'

import { restartBudget } from './restart-budget.ts'

test('five restarts within a minute, each a little later, then no more', () => {
  const next = restartBudget()

  expect([0, 1, 2, 3, 4, 5].map(next)).toEqual([200, 400, 800, 1600, 3200, undefined])
})

test('a minute later there are chances again', () => {
  const next = restartBudget()
  for (const now of [0, 1, 2, 3, 4]) next(now)

  expect(next(60_002)).toBe(800)
})
