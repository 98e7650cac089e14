import { messageErrorSchema } from '@errand/contract/chats/message'
import { expect, test } from 'vitest'

import { errorRules, ruleOf, toMessageError } from './error-rules.ts'

const codes = Object.keys(errorRules).map(Number)

test('waits grow, those for one contact begin with six seconds, and none lasts for days', () => {
  for (const code of codes) {
    const { remedy } = ruleOf(code)
    if (remedy.kind !== 'retry') continue
    const wholeMs = remedy.firstMs * (2 ** remedy.tries - 1)
    expect(wholeMs, String(code)).toBeLessThan(6 * 60 * 60 * 1000)
  }
  expect(ruleOf(131_056).remedy).toMatchObject({ firstMs: 6000 })
  expect(ruleOf(131_000).remedy).toMatchObject({ tries: 3 })
})

test('owners read a sentence and get at most one thing to do', () => {
  for (const code of codes) {
    const error = toMessageError(code)
    expect(messageErrorSchema.parse(error)).toEqual(error)
    expect(error.title, String(code)).toMatch(/^[A-Z].+[^.]$/)
    expect(error.detail, String(code)).toMatch(/\.$/)
    const isLost = ruleOf(code).remedy.kind === 'disconnect'
    expect(error.action === 'reconnect', String(code)).toBe(isLost)
  }
  expect(toMessageError(131_047).action).toBe('send_template')
  // What is new to us is told in the provider's words.
  expect(toMessageError(999_999, 'Something new').detail).toBe('Something new')
})
