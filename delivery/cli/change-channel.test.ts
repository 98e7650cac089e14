import { expect, test } from 'vitest'

import { emptyChannel } from '../rollouts/channel.ts'
import { describeChannel } from './channel.ts'

const rollout = {
  ...emptyChannel('remote-jobs'),
  lineage: ['1.0.0'],
  candidate: '1.1.0',
  changedAt: null,
}

test('a rollout is told with its share, and with who is left', () => {
  expect(describeChannel({ ...rollout, weight: 7_000 })).toBe(
    '7 % of visitors run remote-jobs 1.1.0, the others 1.0.0.',
  )
  expect(describeChannel({ ...rollout, weight: 100_000, isPaused: true })).toBe(
    '100 % of visitors run remote-jobs 1.1.0, which is not promoted yet. The rollout is paused.',
  )
})
