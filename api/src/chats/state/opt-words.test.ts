import { expect, test } from 'vitest'

import { readOptWord } from './opt-words.ts'

const words = { optOutKeywords: ['बंद करो'], optInKeywords: ['Chalu'] }

test.each([
  ['STOP', 'out'],
  [' stop\n', 'out'],
  ['Unsubscribe', 'out'],
  ['stopall', 'out'],
  ['OptOut', 'out'],
  ['बंद करो', 'out'],
  ['START', 'in'],
  ['unstop', 'in'],
  ['chalu', 'in'],
  ['stop by at 5', undefined],
  ['please stop', undefined],
  ['stop.', undefined],
  ['CANCEL', undefined],
  ['END', undefined],
  ['QUIT', undefined],
  ['', undefined],
])('%j means %s', (text, expected) => {
  expect(readOptWord(text, words)).toBe(expected)
})
