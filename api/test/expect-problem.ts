import { problemSchema } from '@errand/contract/problem'
import { expect } from 'vitest'

import type { Answer } from './test-api.ts'

/** Every error is a whole problem document about this very request. */
export function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const problem = problemSchema.parse(answer.body)
  expect(problem).toEqual(answer.body)
  expect(problem.status).toBe(status)
  expect(problem.type).toBe(`https://errors.local/${problem.code.replaceAll('_', '-')}`)
  expect(problem.traceId).toBe(answer.headers.get('x-trace-id'))
}
