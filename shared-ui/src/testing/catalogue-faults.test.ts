import { expect, test } from 'vitest'

import { catalogueFaults } from './catalogue-faults.ts'

const en = {
  hello: 'Hello {name}',
  chats: '{count, plural, one {# chat} other {# chats}}',
  brand: 'Errand',
}

test('a whole translation has no fault', () => {
  const hi = {
    hello: 'नमस्ते {name}',
    chats: '{count, plural, one {# बातचीत} other {# बातचीत}}',
  }
  expect(catalogueFaults({ en, hi }, new Set(['brand']))).toEqual([])
})

test.each([
  [{ hello: 'नमस्ते {name}' }, 'hi lacks chats'],
  [{ ...en, bye: 'x' }, 'hi has bye, which English has not'],
  [{ ...en, hello: 'नमस्ते {who}' }, 'hi hello has other blanks'],
  [{ ...en, hello: 'नमस्ते {name' }, 'hi hello cannot be read'],
  [{ ...en, hello: '' }, 'hi hello says nothing'],
  [{ ...en, chats: '{count,plural,other{# बातचीत}}' }, 'hi chats lacks the plural one'],
  [
    { ...en, chats: '{count, plural, one {{count, plural, other {x}} y} other {z}}' },
    'hi chats lacks the plural one',
  ],
])('%o: %s', (hi, fault) => {
  expect(catalogueFaults({ en, hi })).toContainEqual(expect.stringContaining(fault))
})
