import { expect, test } from 'vitest'

import { matchesSearch, toLatinDigits } from './search-text.ts'

test('a search finds what is meant, whatever nobody sees in it', () => {
  expect(matchesSearch('Hair\u00ADcut', 'hair\u2060cut')).toBe(true)
  expect(matchesSearch('Haircut', ' \u200B')).toBe(true)
  expect(matchesSearch('Haircut', 'beard\u200B')).toBe(false)
})

test('every digit of Unicode is read as what it is worth', () => {
  // Five rows of digits that follow one another without a gap.
  const rows = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(0x1d7ce + at)).join('')

  expect(toLatinDigits(rows)).toBe('0123456789'.repeat(5))
})
