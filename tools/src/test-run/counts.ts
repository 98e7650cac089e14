/** How the tests of one step ended. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 }
export const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 }

/** The sum of several steps. */
export function addCounts(all: Counts[]): Counts {
  return {
    passed: sum(all.map(({ passed }) => passed)),
    failed: sum(all.map(({ failed }) => failed)),
    skipped: sum(all.map(({ skipped }) => skipped)),
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The last line of a test run, which other programs read. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
