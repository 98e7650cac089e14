import { expect, test } from 'vitest'

import { trialTone } from './trial.ts'

test.each([
  [8, 51, 0, 'info'],
  [7, 500, 0, 'warning'],
  [30, 50, 50, 'warning'],
  [2, 500, 0, 'danger'],
  [30, 10, 50, 'danger'],
  // An owner with credit for the time after the trial need not hurry.
  [0, 1, 51, 'info'],
])('with %d days and %d free messages left, and %d paid, the strip is of %s', (...given) => {
  const [days, messages, paid, tone] = given
  expect(trialTone({ days, messages, paid })).toBe(tone)
})
