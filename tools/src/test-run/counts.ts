import type { Outcome } from './outcome.ts'

/** How the tests of one step ended. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What failed: where, and in the lines after that why. */
  failures: string[]
  /** Each test by itself; a step that is one test has none. */
  outcomes: Outcome[]
}

export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0, failures: [], outcomes: [] }

/** A step that failed as a whole, for this reason. */
export const oneFailed = (reason: string): Counts => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [reason],
  outcomes: [],
})

/** The sum of several steps. */
export function addCounts(all: Counts[]): Counts {
  return {
    passed: sum(all.map(({ passed }) => passed)),
    failed: sum(all.map(({ failed }) => failed)),
    skipped: sum(all.map(({ skipped }) => skipped)),
    failures: all.flatMap(({ failures }) => failures),
    outcomes: all.flatMap(({ outcomes }) => outcomes),
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The last line of a test run, which other programs read. */
export const countsLine = ({
  passed,
  failed,
  skipped,
}: Pick<Counts, 'passed' | 'failed' | 'skipped'>): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
