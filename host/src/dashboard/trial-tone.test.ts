import { trialTone } from '@errand/contract/billing/trial'
import { expect, test } from 'vitest'

test.each([
  [8, 51, 'info'],
  [7, 500, 'warning'],
  [30, 50, 'warning'],
  [3, 11, 'warning'],
  [2, 500, 'danger'],
  [30, 10, 'danger'],
])('with %d days and %d messages left the trial speaks as %s', (days, messages, tone) => {
  expect(trialTone({ days, messages })).toBe(tone)
})
