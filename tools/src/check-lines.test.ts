import { expect, test } from 'vitest'

import { runCheck } from './testing/run-check.ts'

const lines = (count: number) => '\n'.repeat(count)
const clean = { 'serving/package.json': '{}', 'serving/src/serve.ts': lines(200) }

test('a package within its lines is no violation; tests and words are not counted', () => {
  const more = {
    'serving/src/serve.test.ts': lines(900),
    'serving/src/words/en.ts': lines(900),
    'serving/node_modules/other/index.js': lines(900),
  }
  expect(runCheck('check-lines', { ...clean, ...more })).toEqual({ status: 0, violations: [] })
})

test('a package that grew above its lines is named with both numbers', () => {
  const { status, violations } = runCheck('check-lines', {
    ...clean,
    'serving/src/more.css': lines(100),
  })

  expect({ status, violations }).toEqual({
    status: 1,
    violations: [expect.stringMatching(/^serving has 300 lines of source, and may have \d+\.$/)],
  })
})
