import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { addCounts, countsLine } from './counts.ts'
import { readReport } from './read-report.ts'

const vitest = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numFailedTestSuites: 0,
  numPendingTests: 1,
  numTodoTests: 1,
}

function read(report: unknown, code: number) {
  const file = join(mkdtempSync(join(tmpdir(), 'errand-report-')), 'report.json')
  if (report !== undefined) writeFileSync(file, JSON.stringify(report))
  return readReport(file, code)
}

test("Vitest's report is counted", () => {
  expect(read(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test("Playwright's report is counted; a test that needed a second try has failed", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }

  expect(read({ stats, errors: [] }, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test.each([
  ['no report', undefined, 1],
  ['no test', { ...vitest, numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 }, 0],
  ['a file that does not load', { ...vitest, success: false, numFailedTestSuites: 1 }, 1],
  ['an error beside the tests', vitest, 1],
])('%s is a failure', (_, report, code) => {
  expect(read(report, code).failed).toBe(1)
})

test('the last line sums all steps', () => {
  const counts = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 40, failed: 2, skipped: 1 },
  ]

  expect(countsLine(addCounts(counts))).toBe('41 passed, 2 failed, 1 skipped')
})
