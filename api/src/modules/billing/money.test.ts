import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  decimalText,
  divideHalfUp,
  floorDivide,
  formatMinor,
  parsePrice,
  taxLines,
  taxOn,
  toAmount,
  toMicros,
  toMinor,
} from './money.ts'

test('amounts convert to micros and back, rounding down', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.integer({ min: 0, max: 9999 }),
      (minor, rest) => {
        expect(toMinor(toMicros(minor, 'INR') + BigInt(rest), 'INR')).toBe(minor)
      },
    ),
  )
  expect([toMicros(1, 'INR'), toMicros(1, 'JPY'), toMicros(1, 'KWD')]).toEqual([
    10_000n,
    1_000_000n,
    1000n,
  ])
})

test('a fraction or an amount too large to be exact throws an error', () => {
  expect(() => toMicros(0.5, 'INR')).toThrow(RangeError)
  expect(() => toAmount(2n ** 53n)).toThrow(RangeError)
})

test.each([
  ['0.20', 200_000n],
  ['0.205', 205_000n],
  ['12.000001', 12_000_001n],
])('the price %s is %s micros', (price, micros) => {
  expect(parsePrice(price)).toBe(micros)
})

test.each([
  [156_000, 'INR', '₹1,560.00'],
  [1_234_567_890, 'INR', '₹1,23,45,678.90'],
  [5, 'INR', '₹0.05'],
  [-5, 'INR', '-₹0.05'],
  [500, 'JPY', '¥500'],
  [9_007_199_254_740_991, 'USD', '$90,071,992,547,409.91'],
])('%d of %s is written %s', (minor, currency, text) => {
  expect(formatMinor(minor, currency)).toBe(text)
})

test('decimal text is exact', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (minor) => {
      expect(BigInt(decimalText(minor, 'INR').replace('.', ''))).toBe(BigInt(minor))
    }),
  )
})

test('divideHalfUp and floorDivide round as named', () => {
  expect([divideHalfUp(5n, 10n), divideHalfUp(4n, 10n), divideHalfUp(15n, 10n)]).toEqual([
    1n,
    0n,
    2n,
  ])
  expect([floorDivide(-1n, 10n), floorDivide(-10n, 10n), floorDivide(9n, 10n)]).toEqual([
    -1n,
    -1n,
    0n,
  ])
})

test('the lines of a tax add up to it, and both halves of GST are equal', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n })
  const rates = fc.bigInt({ min: 1n, max: 9_999n }).map((rate) => rate * 10n)
  fc.assert(
    fc.property(amounts, rates, fc.boolean(), (taxable, rate, isSameState) => {
      const tax = { scheme: 'gst', rate } as const
      const total = taxOn(taxable, tax)
      const lines = taxLines(total, tax, isSameState)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
      expect(lines.reduce((sum, line) => sum + line.rate, 0n)).toBe(rate)
      expect(new Set(lines.map(({ amount }) => amount)).size).toBe(1)
      // At most one of the smallest unit beside the exact value.
      const off = total * 100_000n - taxable * rate
      expect(off <= 100_000n && off >= -100_000n).toBe(true)
    }),
  )
})
