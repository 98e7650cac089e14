import { expect, test } from 'vitest'

import { wilsonInterval } from './wilson.ts'

test.each([
  [0, 0, null],
  [10, 10, [0.722, 1]],
  [45, 50, [0.786, 0.957]],
  [0, 20, [0, 0.161]],
])('of %s among %s the true share is within %j', (part, all, bounds) => {
  const interval = wilsonInterval(part, all)
  expect(
    interval && [interval.low, interval.high].map((value) => Number(value.toFixed(3))),
  ).toEqual(bounds)
})
