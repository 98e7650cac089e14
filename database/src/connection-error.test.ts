import { expect, test } from 'vitest'

import { isConnectionError } from './connection-error.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  [new Error('query failed', { cause: withCode('ECONNREFUSED') }), true],
  [withCode('57P01'), true],
  [withCode('08006'), true],
  [withCode('53300'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [withCode('23505'), false],
  [new Error('x'), false],
  ['text', false],
])('%s is one: %s', (error, expected) => {
  expect(isConnectionError(error)).toBe(expected)
})
