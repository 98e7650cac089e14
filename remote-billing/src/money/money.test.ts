import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { amountText, parseAmount } from '@errand/contract/amount-text'
import { isGstin } from '@errand/contract/gstin'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { taxOn } from './money.ts'

test('an amount that is written and read again is the same to the paisa', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (minor) => {
      expect(parseAmount(amountText(minor, 'INR'), 'INR')).toBe(minor)
      expect(parseAmount(amountText(minor, 'JPY'), 'JPY')).toBe(minor)
    }),
  )
})

test.each([
  ['1,00,000.5', 10_000_050],
  ['19.99', 1999],
  ['  7 ', 700],
  ['0.1.2', undefined],
  ['1.999', undefined],
  ['1e3', undefined],
  ['-5', undefined],
  ['', undefined],
])('%j is %s paise', (text, minor) => {
  expect(parseAmount(text, 'INR')).toBe(minor)
})

test('the tax is the api’s: GST twice its half, rounded half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 10_000_000 }), (amount) => {
      const tax = taxOn(amount, { taxRate: 18, gstReady: true })
      expect(tax % 2).toBe(0)
      expect(Math.abs(tax * 100 - amount * 18)).toBeLessThanOrEqual(100)
    }),
  )
  expect(taxOn(1005, { taxRate: 18, gstReady: true })).toBe(180)
  expect(taxOn(1000, { taxRate: 7.25, gstReady: false })).toBe(73)
  expect(taxOn(1000, { gstReady: false })).toBe(0)
})

test('a GSTIN with one sign wrong is none', () => {
  expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
  expect(isGstin('27AAPFU0939F1ZW')).toBe(false)
  expect(isGstin('27AAPFU0938F1ZV')).toBe(false)
})

/** A division, rounding or fraction in source code. */
const fractions =
  /(?<=\S )\/ \(?\w+|\b(?:round|floor|ceil|trunc|fround|parseFloat|toFixed)\b|\b\d+\.\d+\b/g

test('no money is ever a fraction: what divides or rounds here counts time', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !/^(?:testing|words)/.test(name))
    .toSorted()
  const found = files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(fractions)].map(
      ([code]) => `${name}: ${code}`,
    ),
  )
  expect(found).toEqual([
    'buy/use-pay.ts: round',
    'buy/use-pay.ts: / 1000',
    'money/money.ts: / (divisor',
    'usage/usage-range.ts: round',
    'usage/usage-range.ts: / dayMs',
  ])
})
