import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

import {
  decimalText,
  divideHalfUp,
  floorDivide,
  formatMinor,
  parsePrice,
  toAmount,
  toMicros,
  toMinor,
} from './money.ts'
import { taxLines, taxOn } from './tax.ts'

test('amounts go to micros and back, and a rest is rounded down', () => {
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

test('a fraction or too much to hold exactly is an error, not an amount', () => {
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

test('quotients are rounded as they say', () => {
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

test('the heads of a tax add up to it, and both halves of GST are equal', () => {
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

/** Drawing and HTTP statuses are no money; everything else here is. */
const notMoney = ['invoices/invoice-pdf.ts']

test('no file about money has a fraction, or divides or rounds a number', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const checked = files.filter((file) => !notMoney.some((start) => file.startsWith(start)))
  expect(checked.length).toBeGreaterThan(20)
  const found = checked.flatMap((file) =>
    floatsIn(readFileSync(join(folder, file), 'utf8')).map((code) => `${file}: ${code}`),
  )

  expect(found.toSorted()).toEqual([
    // A forecast in days, and the offset of a time zone.
    'invoices/invoice-number.ts: 5.5',
    'summary/forecast.ts: (messages7d * 10) / weekDays',
    'summary/forecast.ts: (paidMessagesLeft * weekDays) / messages7d',
    'summary/forecast.ts: (trialMessagesLeft * weekDays) / messages7d',
    'summary/forecast.ts: Math.floor',
    'summary/forecast.ts: Math.round',
    'summary/forecast.ts: Math.round((messages7d * 10) / weekDays) / 10',
    'summary/summary.service.ts: Math.ceil',
    'summary/summary.service.ts: leftMs / dayMs',
  ])
})

const rounding = new Set(['round', 'floor', 'ceil', 'trunc', 'fround', 'parseFloat', 'toFixed'])

/** Fractions, roundings and divisions, unless bigints are divided: those have no fractions. */
function floatsIn(code: string): string[] {
  const found: string[] = []
  const note = ({ start, end }: { start: number; end: number }) =>
    found.push(code.slice(start, end))
  const visitor = new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'number' && !Number.isInteger(node.value)) note(node)
    },
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && rounding.has(node.property.name)) note(node)
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && rounding.has(node.callee.name)) note(node)
    },
    BinaryExpression: (node) => {
      if (node.operator === '/' && !isBigint(code.slice(node.start, node.end))) note(node)
    },
  })
  visitor.visit(parseSync('money.ts', code).program)
  return found
}

/** By the names that hold bigints here; another division has to be written in the list above. */
function isBigint(division: string): boolean {
  return /\d+n\b|BigInt\(|Micros\b|microsPerUnit|\bdivisor\b|\btotal\b/.test(division)
}
