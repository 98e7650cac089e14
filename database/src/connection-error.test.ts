import { expect, test } from 'vitest'

import { isConnectionError } from './connection-error.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  [new Error('query failed', { cause: withCode('ECONNREFUSED') }), true],
  [withCode('57P01'), true],
  [withCode('53100'), false],
  [new Error('Connection terminated unexpectedly'), true],
  [new AggregateError([withCode('57P01'), withCode('ECONNREFUSED')]), true],
  [new AggregateError([withCode('57P01'), withCode('23505')]), false],
  [withCode('23505'), false],
  ['text', false],
])('%s is one: %s', (error, expected) => {
  expect(isConnectionError(error)).toBe(expected)
})
