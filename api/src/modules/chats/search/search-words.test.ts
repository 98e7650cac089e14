import { maxTextLength } from '@errand/contract/chats/message'
import { foldForSearch, matchesSearch } from '@errand/contract/search-text'
import { expect, test } from 'vitest'

import { searchWordsText, wordsOf } from './search-words.ts'

test('the search words of the longest text fit into a database row', () => {
  let seed = 1
  // Each of these signs stands for several letters: ㌔ for キロ.
  const signs = Array.from({ length: maxTextLength }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return 0x3300 + ((seed >>> 8) % 88)
  })

  const words = searchWordsText('usr_00000001', wordsOf(String.fromCodePoint(...signs)))

  expect(Buffer.byteLength(words)).toBeLessThan(2 ** 20)
})

test.each([
  ['João São', 'joao sao'],
  ['İSTANBUL Diyarbakır', 'istanbul diyarbakir'],
  ['Straße Łódź Ørsted Đorđe Æsir Cœur', 'strasse lodz orsted dorde aesir coeur'],
  ['Ёлка Їжак', 'елка іжак'],
  ['Ὀδυσσεύς ΟΔΟΣ', 'οδυσσευσ οδοσ'],
  ['أحمد إسلام آمنة فاطمة مُحَمَّد', 'احمد اسلام امنه فاطمه محمد'],
  ['علي علی على', 'علي علي علي'],
  ['کریم گل ہم محـــمد', 'كريم گل هم محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['क़लम ज़रा पढ़ो', 'कलम जरा पढो'],
  ['১২৩ ١٢٣ १२३ ۴۵ １２', '123 123 123 45 12'],
  ['O’Brien O`Brien Oʼ\u200BBrien', "o'brien o'brien o'brien"],
  ['AB–12 AB\u201112 AB\u00AD12', 'ab-12 ab-12 ab12'],
  ['한국 が', '한국 が'],
])('%j is folded to %j', (text, expected) => {
  expect(foldForSearch(text)).toBe(expected)
  expect(foldForSearch(expected)).toBe(expected)
})

test.each([
  ['Café São João', 'joao cafe', true],
  ['AB-1234', 'ab1234', true],
  ['AB 1234', 'AB1234', true],
  ['O’Brien', 'obrien', true],
  ['💇 Salon', '💇', true],
  ['the art', 'heart', false],
  ['Salon', '_', false],
  ['Salon', ' ', true],
])('%j matches the search %j: %j', (text, query, expected) => {
  expect(matchesSearch(text, query)).toBe(expected)
})
