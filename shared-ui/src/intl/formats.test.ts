import { expect, test } from 'vitest'

import { createFormats } from './formats.ts'

const english = createFormats('en', 'Asia/Kolkata')

test.each([
  ['en', 118_000n, 'INR', undefined, '₹1,180.00'],
  ['en-IN', 1_234_567_890n, 'INR', undefined, '₹1,23,45,678.90'],
  ['en', -5n, 'INR', undefined, '-₹0.05'],
  ['en', 200_000n, 'INR', 6, '₹0.20'],
  ['en', 125_000n, 'INR', 6, '₹0.125'],
  ['en', -5000n, 'USD', 6, '-$0.005'],
  ['en', 5n, 'INR', 1, '₹0.50'],
  ['en', 1200, 'JPY', undefined, '¥1,200'],
  ['en', 500_000n, 'JPY', 6, '¥0.5'],
  // More digits than floating point can hold.
  ['en', 9_007_199_254_740_993_01n, 'USD', undefined, '$9,007,199,254,740,993.01'],
] as const)('%s writes %s of %s exactly', (locale, amount, currency, scale, text) => {
  expect(createFormats(locale).money(amount, currency, scale)).toBe(text)
})

test('times are those of the owner’s zone', () => {
  expect(english.time('2026-11-21T20:00:00Z')).toMatch(/^1:30\sAM$/)
  expect(english.date('2026-11-21T20:00:00Z')).toBe('Nov 22, 2026')
})

test.each([
  [20_000, 'now'],
  [-110_000, '2 minutes ago'],
  [-7_200_000, '2 hours ago'],
  [86_400_000, 'tomorrow'],
])('%s ms from now is %s', (distance, text) => {
  const now = Date.UTC(2026, 10, 21)
  expect(english.relative(now + distance, now)).toBe(text)
})

test.each([
  [0, '0m'],
  [59 * 60_000, '59m'],
  [(3 * 60 + 12) * 60_000, '3h 12m'],
  [50 * 3_600_000, '2d 2h'],
  [-5, '0m'],
])('%s ms last %s', (milliseconds, text) => {
  expect(english.duration(milliseconds)).toBe(text)
})
