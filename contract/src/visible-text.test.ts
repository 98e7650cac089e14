import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cleanName, cleanText, plainText } from './visible-text.ts'

/** Each block of characters that nobody sees. */
const hidden = [
  '\u00AD\u034F\u061C\u115F\u1160\u17B4\u180B\u180E\u200B\u200C\u200D\u200E\u200F',
  '\u202A\u202E\u2060\u2064\u2066\u2069\u206A\u206F\u3164\uFE00\uFE0F\uFEFF\uFFA0',
  '\u{1BCA0}\u{1D173}\u{E0001}\u{E0020}\u{E007F}\u{E0100}',
].flatMap((characters) => Array.from(characters))

test.each(hidden.map((character) => [character.codePointAt(0)?.toString(16), character]))(
  'U+%s is part of no word, number or address',
  (_, character) => {
    for (const text of ['+1 202 555 0123', 'asha@example.com', 'https://example.com/a', 'Yes']) {
      const written = `${character}${Array.from(text).join(character)}${character}`
      expect([plainText(written), cleanText(written)]).toEqual([text, text])
    }
  },
)

test.each([
  ['a half letter of Hindi', 'क्\u200Dष और क्\u200Cष'],
  ['a plural of Persian', 'کتاب\u200Cها'],
  ['a letter of Arabic that shows how it joins', 'ه\u200D'],
  ['a family', '👨\u200D👩\u200D👧'],
  ['a cook with a tone of skin', '👩🏽\u200D🍳'],
  ['a flag of several signs', '🏳\uFE0F\u200D🌈'],
  ['a heart in colour, and one as text', '❤\uFE0F ❤\uFE0E'],
  ['a key', '1\uFE0F\u20E3'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['a rare form of a Chinese letter', '葛\u{E0100}'],
  ['a place where a line of Thai may end', 'ภาษา\u200Bไทย'],
  ['what keeps a number in its place in Arabic', 'رقمي \u200E+91 98765'],
])('%s stays as it is in what people read', (_, text) => {
  expect(cleanText(text)).toBe(text)
})

test.each([
  ['joiners between other letters', 'a\u200Db\u200Cc', 'abc'],
  ['a joiner behind an emoji', '👩\u200D und', '👩 und'],
  ['the other look of what is no emoji', 'a\uFE0F1\uFE0F', 'a1'],
  ['words spelled in tags', '🏴\u{E0069}\u{E0067}\u{E006E} x\u{E0069}', '🏴 x'],
  ['controls of direction', 'رقمي \u202A+91\u202C \u2068x\u2069', 'رقمي +91 x'],
  ['a mark of direction inside of a number', 'رقمي +\u200E91', 'رقمي +91'],
])('%s go', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

/** Texts in which letters, emoji and hidden characters stand in any order. */
const mixed = fc
  .array(
    fc.constantFrom(...hidden, 'a', '1', ' ', '\n', 'क', '्', 'ه', '👩', '🏽', '🏴', '葛', 'ไ', '.'),
    { maxLength: 20 },
  )
  .map((characters) => characters.join(''))

test('cleaning takes nothing that can be seen, and a second time nothing at all', () => {
  fc.assert(
    fc.property(fc.oneof(mixed, fc.string({ unit: 'binary' })), (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      expect(plainText(clean)).toBe(plainText(text))
      expect(plainText(text)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
    }),
    { numRuns: 20_000 },
  )
})

test('a name has no more marks on a letter than any script writes', () => {
  const written = ['Zoé', 'Nguyễn', 'שָׁלוֹם', 'निर्मला', 'น้ำผึ้ง', 'བརྒྱད', 'Z' + '\u0351'.repeat(6)]
  for (const name of written) expect(cleanName(name.normalize('NFD'))).toBe(name.normalize('NFD'))

  expect(cleanName(`Z${'\u0351'.repeat(80)}oe`)).toBe(`Z${'\u0351'.repeat(6)}oe`)
})
