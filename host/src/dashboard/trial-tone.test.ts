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
  for (const paid of [0, 50]) expect(trialTone({ days, messages, paid })).toBe(tone)
})

test('who has paid for what comes after it need not hurry', () => {
  expect(trialTone({ days: 0, messages: 1, paid: 51 })).toBe('info')
})
