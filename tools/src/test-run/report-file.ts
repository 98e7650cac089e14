import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import { addCounts, oneFailed, type Counts } from './counts.ts'

/** The variable that tells a reporter where its counts are expected. */
export const reportVariable = 'ERRAND_TEST_REPORT'

/** Leaves what a reporter has counted for the command that started it; without one it does nothing. */
export function writeReport(counts: Counts): void {
  const file = process.env[reportVariable]
  if (file !== undefined) writeFileSync(file, JSON.stringify(counts))
}

/** Reads what a reporter has left, and how its process ended. */
export function readReport(file: string, code: number, mayBeEmpty = false): Counts {
  if (!existsSync(file)) return oneFailed(`It ended with code ${code} and left no report.`)
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts
  if (counts.failed > 0) return counts
  // Something beside the tests went wrong, or there was no test at all: never a success.
  if (code !== 0) return addCounts([counts, oneFailed(`It ended with code ${code}.`)])
  return counts.passed > 0 || mayBeEmpty
    ? counts
    : addCounts([counts, oneFailed('There was no test.')])
}

const [firstLines, lastLines] = [14, 6]

/** Steps through the code of others say nothing of why. */
const isForeign = (line: string): boolean =>
  /^\s+at .*(?:node_modules|\(<anonymous>\)|new Promise|node:)/.test(line)

/** A failure as it is listed at the end of a run: where, and the first and the last lines of why. */
export function describeFailure(where: string, why = ''): string {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !isForeign(line))
  const shown =
    lines.length > firstLines + lastLines
      ? [...lines.slice(0, firstLines), '…', ...lines.slice(-lastLines)]
      : lines
  return [where, ...shown.map((line) => `    ${line}`)].join('\n')
}
