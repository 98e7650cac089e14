import { expect, test } from 'vitest'

import { nextState, type ReleaseState } from './release-state.ts'

const events: ReleaseState[] = ['start', 'ready', 'failed', 'left']

test.each<[ReleaseState | undefined, ReleaseState[]]>([
  [undefined, ['start']],
  ['start', ['ready', 'failed', 'left']],
  ['ready', ['failed']],
  ['failed', []],
  ['left', []],
])('after %s a release can only become %s', (state, reported) => {
  const next = events.map((event) => nextState(state, event))
  expect(next).toEqual(events.map((event) => (reported.includes(event) ? event : undefined)))
})
