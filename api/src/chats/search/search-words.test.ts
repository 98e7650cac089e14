import { maxTextLength } from '@errand/contract/chats/message'
import { foldText, matchesSearch } from '@errand/contract/search-text'
import { expect, test } from 'vitest'

import { contactWords, searchWordsText, wordsOf } from './search-words.ts'

test.each([
  ['Tomorrow — or today?', ['tomorrow', 'today', 'or'].toSorted()],
  ["don't DON'T dont", ['dont', 't']],
  ['AB-1234', ['1234', 'ab1234']],
  ['AB1234', ['1234', 'ab1234']],
  ['AB 1234', ['1234', 'ab1234']],
  ['नमस्ते दुनिया', ['दुनिया', 'नमस्ते']],
  ['مرحبا بالعالم', ['بالعالم', 'مرحبا']],
  ['éclair E\u0301clair ÉCLAIR', ['eclair']],
  ['ｆｕｌｌ width', ['full', 'width']],
  ['今日は世界', ['は世界', '世界', '今日は世界', '日は世界', '界']],
  ['ｻｰﾋﾞｽ', ['サービス', 'ス', 'ビス']],
  ['김철수', ['김철수', '수', '철수']],
  ['กำไร', ['กําไร', 'ร', 'าไร', 'ไร']],
  ['iPhone用', ['iphone用', '用']],
  ['🙂 👍🏽❤️‍🔥🇮🇳 … !', ['❤', '🇮🇳', '👍', '🔥', '🙂']],
  ['party🎉tonight', ['party', 'tonight', '🎉']],
  ['a'.repeat(100), ['a'.repeat(40)]],
  ["x'; drop table messages; --", ['drop', 'messages', 'table', 'x']],
])('the words of %j are %j', (text, expected) => {
  expect(wordsOf(text).toSorted()).toEqual(expected)
})

test('the words of the longest text are fewer bytes than the database keeps of one row', () => {
  let seed = 1
  // Each of these signs stands for several letters: ㌔ for キロ.
  const signs = Array.from({ length: maxTextLength }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return 0x3300 + ((seed >>> 8) % 88)
  })

  const words = searchWordsText('usr_00000001', wordsOf(String.fromCodePoint(...signs)))

  expect(Buffer.byteLength(words)).toBeLessThan(2 ** 20)
})

test('a number is found by any part of it', () => {
  const words = contactWords({ name: '', phoneNumber: '+9198765' })
  expect(words).toEqual(['9198765', '198765', '98765', '8765', '765'])
  expect(contactWords({ name: '', phoneNumber: 'US.1' })).toEqual(['us1', '1'])
})

test.each([
  ['João São', 'joao sao'],
  ['İSTANBUL Diyarbakır', 'istanbul diyarbakir'],
  ['Straße Łódź Ørsted Đorđe Æsir Cœur', 'strasse lodz orsted dorde aesir coeur'],
  ['Việt Nam', 'viet nam'],
  ['Ёлка Їжак', 'елка іжак'],
  ['Ὀδυσσεύς ΟΔΟΣ', 'οδυσσευσ οδοσ'],
  ['أحمد إسلام آمنة فاطمة مُحَمَّد', 'احمد اسلام امنه فاطمه محمد'],
  ['علي علی على', 'علي علي علي'],
  ['کریم گل ہم محـــمد', 'كريم گل هم محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['क़लम ज़रा पढ़ो', 'कलम जरा पढो'],
  ['कि की कु', 'कि की कु'],
  ['১২৩ ١٢٣ १२३ ۴۵ １２', '123 123 123 45 12'],
  ['O’Brien O`Brien Oʼ\u200BBrien', "o'brien o'brien o'brien"],
  ['AB–12 AB\u201112 AB\u00AD12', 'ab-12 ab-12 ab12'],
  ['한국 が', '한국 が'],
])('%j is folded to %j', (text, expected) => {
  expect(foldText(text)).toBe(expected)
  expect(foldText(expected)).toBe(expected)
})

test.each([
  ['Café São João', 'joao cafe', true],
  ['AB-1234', 'ab1234', true],
  ['AB1234', 'ab-1234', true],
  ['AB 1234', 'AB1234', true],
  ['Jean Luc', 'jean-luc', true],
  ['O’Brien', "o'brien", true],
  ['O’Brien', 'obrien', true],
  ['red, blue', 'red,blue', true],
  ['💇 Salon', '💇', true],
  ['the art', 'heart', false],
  ['Salon', '_', false],
  ['Salon', ' ', true],
])('%j is found by %j: %j', (text, query, expected) => {
  expect(matchesSearch(text, query)).toBe(expected)
})
