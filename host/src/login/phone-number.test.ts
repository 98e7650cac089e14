import { expect, test } from 'vitest'

import { masked, toE164 } from './phone-number.ts'

test.each([
  ['+91 98765 43210', 'en-US', '+919876543210'],
  ['+91-98765-43210', 'en-US', '+919876543210'],
  ['0091 98765 43210', 'en-US', '+919876543210'],
  ['98765 43210', 'en-IN', '+919876543210'],
  ['098765 43210', 'hi', '+919876543210'],
  ['(415) 555-2671', 'en-US', '+14155552671'],
  ['+91 98765 43210', 'en-US@posix', '+919876543210'],
  ['+91 98765 43210', 'en-001', '+919876543210'],
])('%s in %s is %s', (typed, language, e164) => {
  expect(toE164(typed, language)).toBe(e164)
})

test.each(['', '12', 'my number', '+', '+91', '+1 2', '+999999999999999999'])(
  '"%s" is no number',
  (typed) => {
    expect(toE164(typed, 'en-IN')).toBeUndefined()
  },
)

test('of a number only the ends are shown', () => {
  expect(masked('+919876543210')).toBe('+91 ••••• ••210')
})
