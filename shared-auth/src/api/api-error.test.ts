import { expect, test } from 'vitest'

import { ApiError, isApiError, userMessage } from './api-error.ts'

const problem = {
  type: 'https://errors.local/conflict',
  title: 'The job was changed meanwhile.',
  status: 409,
  code: 'conflict' as const,
  traceId: 't',
}

const refused = (...errors: { pointer: string; detail: string }[]) =>
  new ApiError(422, {
    problem: {
      ...problem,
      title: 'Some values are not valid',
      code: 'validation_failed',
      errors: errors.map((error) => ({ ...error, code: 'invalid' })),
    },
  })
const badDay = { pointer: '#/from', detail: 'Invalid ISO date' }
const badLabel = { pointer: '#/fields/0/label', detail: 'At most 80 characters.' }

test.each([
  [refused(), 'Some values are not valid'],
  [refused(badDay), 'Some values are not valid: from (Invalid ISO date)'],
  [
    refused(badDay, badLabel),
    'Some values are not valid: from (Invalid ISO date), fields.0.label (At most 80 characters)',
  ],
  [
    refused({ pointer: '#', detail: 'At most 32 levels of nesting.' }),
    'Some values are not valid: At most 32 levels of nesting',
  ],
  [
    refused(badDay, badDay, badDay, badDay),
    `Some values are not valid: ${'from (Invalid ISO date), '.repeat(3)}…`,
  ],
  [new ApiError(404), 'The requested resource was not found'],
  [new ApiError(412), 'This was changed in another tab or on another device.'],
  [new ApiError(500), 'Server error. Please try again later.'],
  [new ApiError(502), 'Server error. Please try again later.'],
  [new ApiError(0), 'Network error. Please check your connection.'],
  [new ApiError(409, { problem }), 'The job was changed meanwhile.'],
  [new ApiError(404, { problem }), 'The requested resource was not found'],
  [
    new ApiError(403, { problem: { ...problem, code: 'profile_needed' } }),
    'Your account could not be set up yet. Reload the page.',
  ],
  [new ApiError(418), 'Something went wrong. Please try again.'],
  [new TypeError('x is undefined'), 'Something went wrong. Please try again.'],
])('S7: %s reads "%s"', (error, message) => {
  expect(userMessage(error)).toBe(message)
})

test('S7: the fixed texts are in the language of the page', () => {
  document.documentElement.lang = 'ar-EG'
  expect(userMessage(new ApiError(0))).toBe('خطأ في الشبكة. يرجى التحقق من الاتصال.')
  expect(userMessage(refused(badDay))).toBe('بعض القيم غير صالحة: from (Invalid ISO date)')
  document.documentElement.lang = 'de'
  expect(userMessage(new ApiError(0))).toBe('Network error. Please check your connection.')
  document.documentElement.lang = ''
})

test('S7: an error of another copy of this class is recognised', () => {
  const foreign = Object.assign(new Error('no'), { name: 'ApiError', status: 404 })
  expect(isApiError(foreign)).toBe(true)
  expect(isApiError(new Error('no'))).toBe(false)
})
