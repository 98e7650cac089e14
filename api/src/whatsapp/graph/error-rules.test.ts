import { messageErrorSchema } from '@errand/contract/chats/message'
import { expect, test } from 'vitest'

import { errorRules, ruleOf, toMessageError } from './error-rules.ts'

/** What the provider's documentation asks for, by what is done about it. */
const retried = [
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_052, 131_056, 131_057, 132_069, 133_004,
]
const disconnecting = [0, 3, 10, 33, 190, 200, 299, 368, 131_005, 131_031, 131_045, 133_010]
const refused = [
  100, 470, 130_472, 130_497, 131_008, 131_009, 131_021, 131_026, 131_030, 131_037, 131_042,
  131_047, 131_048, 131_049, 131_050, 131_051, 131_053, 132_000, 132_001, 132_005, 132_007, 132_012,
  132_015, 132_016, 132_018, 132_068, 135_000, 999_999,
]

test('each code of the provider is tried again, refused, or ends the connection', () => {
  const kindOf = (code: number) => ruleOf(code).remedy.kind
  expect(new Set(retried.map(kindOf))).toEqual(new Set(['retry']))
  expect(new Set(disconnecting.map(kindOf))).toEqual(new Set(['disconnect']))
  expect(new Set(refused.map(kindOf))).toEqual(new Set(['refuse']))
  const listed = new Set([...retried, ...disconnecting, ...refused])
  expect(Object.keys(errorRules).filter((code) => !listed.has(Number(code)))).toEqual([])
})

test('waits grow, those for one contact begin with six seconds, and none lasts for days', () => {
  for (const code of retried) {
    const { remedy } = ruleOf(code)
    if (remedy.kind !== 'retry') throw new Error(`${code} is not tried again`)
    const wholeMs = remedy.firstMs * (2 ** remedy.tries - 1)
    expect(wholeMs, String(code)).toBeLessThan(6 * 60 * 60 * 1000)
  }
  expect(ruleOf(131_056).remedy).toMatchObject({ firstMs: 6000 })
  expect(ruleOf(131_000).remedy).toMatchObject({ tries: 3 })
})

test('owners read a sentence and get at most one thing to do', () => {
  for (const code of [...retried, ...disconnecting, ...refused]) {
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
