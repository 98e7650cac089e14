import { readFormats } from '@errand/shared-ui'
import { expect, test } from 'vitest'

import { powerScale, shareScale } from './scales.ts'

test.each([
  [shareScale, [0.97, 1], [0.6, 0.95, 1], [0, 0.5, 1]],
  [shareScale, [0.05, 0.2], [0, 0.25], [0, 0.5]],
  [shareScale, [0.05, 0.6], [0, 0.25], [0, 0.25]],
  [shareScale, [0.5, 0.5], [0.5, 1], [0, 1]],
  [powerScale, [1, 85], [0.1, 10, 100], [0, 0.5, 1]],
  [powerScale, [1, 1e9], [1, 1e9], [0, 0.9]],
])('%o of %j has %j at %j', (createScale, values, placed, positions) => {
  const { ticks, position } = createScale(readFormats())
  const marked = ticks(values)
  expect(marked.length).toBeLessThanOrEqual(6)
  expect(placed.map((value) => position(value, marked).toFixed(3))).toEqual(
    positions.map((at) => at.toFixed(3)),
  )
})
