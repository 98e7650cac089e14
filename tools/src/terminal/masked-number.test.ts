import { expect, test } from 'vitest'

import { maskedNumber } from './masked-number.ts'

test.each([
  ['+919876543210', '+91 ••••• ••210'],
  ['+15551234567', '+1 ••••• ••567'],
  ['+4930123456', '+49 ••••• 456'],
])('%s is shown as %s', (number, masked) => {
  expect(maskedNumber(number)).toBe(masked)
})
