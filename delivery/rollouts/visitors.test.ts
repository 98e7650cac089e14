import { expect, test } from 'vitest'

import { evidenceOfVisitors } from './visitors.ts'

const none = { visitors: 0, failed: 0, missing: 0, silent: 0 }
const stable = { ...none, visitors: 400 }

/** A minute in which strangers had the candidate, and known owners stable. */
const minuteOf = (minute: number, strangers: object) => ({
  at: new Date(Date.UTC(2026, 10, 30, 8, minute)),
  known: { candidate: none, stable },
  strangers: { candidate: { ...none, ...strangers }, stable: none },
})

/** What strangers say against a candidate when some pages fail after many that said nothing. */
function strangersOf(failed: number) {
  const quiet = minuteOf(0, { visitors: 300, silent: 300 })
  const failing = minuteOf(1, { visitors: 30, failed })
  return evidenceOfVisitors([quiet, failing]).at(-1)?.strangers
}

test('silent pages do not use up the ignored failures', () => {
  expect(strangersOf(20)).toEqual(strangersOf(0))
  expect(strangersOf(30)).not.toEqual(strangersOf(0))
})
