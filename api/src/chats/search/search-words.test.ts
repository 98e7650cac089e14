import { expect, test } from 'vitest'

import { endingsOf, wordsOf } from './search-words.ts'

test.each([
  ['Tomorrow, 5 pm?', ['tomorrow', '5', 'pm']],
  ["don't DON'T", ["don't"]],
  ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
  ['مرحبا بالعالم', ['مرحبا', 'بالعالم']],
  ['éclair E\u0301clair ÉCLAIR', ['éclair']],
  ['ｆｕｌｌ width', ['full', 'width']],
  ['🙂 👍🏽 … !', []],
  ['a'.repeat(100), ['a'.repeat(40)]],
  ["x'; drop table messages; --", ['x', 'drop', 'table', 'messages']],
])('the words of %j are %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected)
})

test('a number is found by any part of it', () => {
  expect(endingsOf('+91 98765')).toEqual(['9198765', '198765', '98765', '8765', '765'])
  expect(endingsOf('12')).toEqual(['12'])
  expect(endingsOf('')).toEqual([''])
})
