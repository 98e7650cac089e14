import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readRange } from './byte-range.ts'

test.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-200', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-200', { from: 0, to: 99 }],
  ['Bytes= 5-5', { from: 5, to: 5 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=9-5', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
])('of 100 bytes %s is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test('a range never leaves the file, however it is written', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/))
  fc.assert(
    fc.property(header, fc.nat(), (text, size) => {
      const range = readRange(text, size)
      if (range === undefined || range === 'unsatisfiable') return
      expect(range.from).toBeGreaterThanOrEqual(0)
      expect(range.to).toBeGreaterThanOrEqual(range.from)
      expect(range.to).toBeLessThan(size)
    }),
  )
})
