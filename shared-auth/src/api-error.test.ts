import { expect, test } from 'vitest'

import { ApiError, isApiError, userMessage } from './api-error.ts'

const problem = {
  type: 'https://errors.local/conflict',
  title: 'The job was changed meanwhile.',
  status: 409,
  code: 'conflict' as const,
  traceId: 't',
}

test.each([
  [new ApiError(404), 'The requested resource was not found'],
  [new ApiError(412), 'This was changed in another tab or on another device.'],
  [new ApiError(500), 'Server error. Please try again later.'],
  [new ApiError(502), 'Server error. Please try again later.'],
  [new ApiError(0), 'Network error. Please check your connection.'],
  [new ApiError(409, { problem }), 'The job was changed meanwhile.'],
  [new ApiError(404, { problem }), 'The requested resource was not found'],
  [new ApiError(418), 'Something went wrong. Please try again.'],
  [new TypeError('x is undefined'), 'Something went wrong. Please try again.'],
])('S7: %s reads "%s"', (error, message) => {
  expect(userMessage(error)).toBe(message)
})

test('S7: the fixed texts are in the language of the page', () => {
  document.documentElement.lang = 'ar-EG'
  expect(userMessage(new ApiError(0))).toBe('خطأ في الشبكة. يرجى التحقق من الاتصال.')
  document.documentElement.lang = 'de'
  expect(userMessage(new ApiError(0))).toBe('Network error. Please check your connection.')
  document.documentElement.lang = ''
})

test('S7: an error of another copy of this class is recognised', () => {
  const foreign = Object.assign(new Error('no'), { name: 'ApiError', status: 404 })
  expect(isApiError(foreign)).toBe(true)
  expect(isApiError(new Error('no'))).toBe(false)
})
