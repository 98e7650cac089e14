import { expect, test } from 'vitest'

import { findMarks, isNearlyIn, snippetOf } from './search-marks.ts'

const marked = (text: string, query: string) =>
  findMarks(text, query).map(({ start, end }) => text.slice(start, end))

test.each([
  ['A haircut for João', 'hair joao', ['hair', 'João']],
  ['Order AB-1234', 'ab', ['AB']],
  ['Lange Straße 5', 'strasse', ['Straße']],
  ['Straßenfest', 'stras', ['Straß']],
  ['東京タワー', '京', ['京']],
  ['+91 98000 00001', '8000', ['8000']],
  ['the art', 'heart', []],
  ['नमस्ते जी', 'नम', ['नम']],
  ['Nothing', '', []],
])('in %j a search for %j marks %j', (text, query, expected) => {
  expect(marked(text, query)).toEqual(expected)
})

test('a snippet is one line around the first match, which it marks', () => {
  const text = `${'One word after another. '.repeat(8)}\nThen the bicycle ${'and more '.repeat(30)}`

  const snippet = snippetOf(text, 'bicy')

  expect(snippet.text).toMatch(/^….{0,30}Then the bicycle and more .*…$/)
  expect(snippet.text.length).toBeLessThan(130)
  expect(snippet.marks.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['bicy'])
})

test.each([
  ['Meera Kulkarni', 'mera', true],
  ['Meera Kulkarni', 'meeta', true],
  ['Meera Kulkarni', 'Kulkrani', true],
  ['Meera Kulkarni', 'meera kulkarny', true],
  ['Salon booking', 'booknig', true],
  ['Ravi', 'rav', true],
  ['Ravi', 'rax', false],
  ['Meera', 'Mohan', false],
  ['Meera', '', false],
])('%j for a mistyped %j: %j', (text, query, expected) => {
  expect(isNearlyIn(text, query)).toBe(expected)
})
