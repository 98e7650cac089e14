import { readFormats } from '@errand/shared-ui'
import { expect, test } from 'vitest'

import { evidenceScale, rateScale, shareScale, wilsonInterval } from './scales.ts'

test.each([
  [rateScale, [0.97, 1], [0.6, 0.95, 1], [0, 0.5, 1]],
  [rateScale, [0.05, 0.2], [0, 0.25], [0, 0.5]],
  [rateScale, [0.05, 0.6], [0, 0.25], [0, 0.25]],
  [rateScale, [0.5, 0.5], [0.5, 1], [0, 1]],
  [shareScale, [0.5, 0.6], [0, 0.6], [0, 0.6]],
  [evidenceScale, [1, 85], [0.1, 10, 100, 1e9], [0, 1 / 3, 2 / 3, 1]],
])('%o of %j has %j at %j', (createScale, values, placed, positions) => {
  const { ticks, position } = createScale(readFormats())
  const marked = ticks(values)
  expect(placed.map((value) => position(value, marked).toFixed(3))).toEqual(
    positions.map((at) => at.toFixed(3)),
  )
})

test.each([
  [0, 0, undefined],
  [10, 10, [0.722, 1]],
  [45, 50, [0.786, 0.957]],
  [0, 20, [0, 0.161]],
])('the confidence interval of %s among %s is %j', (part, all, bounds) => {
  const interval = wilsonInterval(part, all)
  expect(interval?.map((value) => Number(value.toFixed(3)))).toEqual(bounds)
})
