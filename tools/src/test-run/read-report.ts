import { existsSync, readFileSync } from 'node:fs'

import { oneFailed, type Counts } from './counts.ts'

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  numTodoTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Reads the JSON that Vitest or Playwright left, and how its process ended. */
export function readReport(file: string, code: number): Counts {
  if (!existsSync(file)) return oneFailed
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport
  const counts = 'stats' in report ? playwrightCounts(report) : vitestCounts(report)
  // Something beside the tests went wrong, or there was no test at all: never a success.
  const isSound = code === 0 && counts.passed > 0
  return isSound || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function vitestCounts(report: VitestReport): Counts {
  // A file that cannot be loaded fails without a single test.
  const brokenFiles = report.numFailedTests === 0 ? report.numFailedTestSuites : 0
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    // A test that passes at the second try has found a fault.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
