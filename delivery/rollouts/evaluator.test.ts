import { expect, test } from 'vitest'

import { candidateChannel as channel, testRollouts, visitorIds } from '../testing/visitors.ts'
import { applyChange, type Change } from './change.ts'
import { emptyChannel, fullWeight, type Channel } from './channel.ts'
import { createEvaluator } from './evaluator.ts'

const visitors = visitorIds(20_000)

const evaluatorOf = (...channels: Channel[]) => createEvaluator({ revision: 1, channels })

testRollouts({ count: 20_000, tolerance: 0.006 })

test('a visitor without an id gets the stable release, whatever the share', () => {
  const { decide } = evaluatorOf(channel('remote-jobs', { weight: fullWeight }))

  expect(decide('remote-jobs', '')).toMatchObject({
    arm: 'stable',
    version: '1.0.0',
  })
})

test('a pin overrides the bucket', () => {
  const pins = { 'visitor-1': 'candidate', 'visitor-2': 'stable' } as const
  const none = evaluatorOf(channel('a', { weight: 0, pins }))
  const all = evaluatorOf(channel('a', { weight: fullWeight, pins }))

  expect(none.decide('a', 'visitor-1')?.arm).toBe('candidate')
  expect(none.decide('a', 'visitor-3')?.arm).toBe('stable')
  expect(all.decide('a', 'visitor-2')).toMatchObject({ arm: 'stable', rule: 'pin' })
})

test('an app without a release is given to nobody', () => {
  const { apps, decide } = evaluatorOf(emptyChannel('remote-new'))

  expect(apps).toEqual([])
  expect(decide('remote-new', 'visitor-1')).toBeUndefined()
})

test('a feature flag is off, rolled out and on by the same buckets as an app', () => {
  const off: Change = { type: 'rollout', version: 'off', weight: fullWeight }
  const some: Change = { type: 'rollout', version: 'on', weight: fullWeight / 5 }
  const after = (...changes: Change[]) => {
    const flag = changes.reduce(
      (state, change) => applyChange(state, change, 'r1'),
      emptyChannel('flag:job-copy'),
    )
    const { apps, features } = evaluatorOf(flag)
    expect(apps).toEqual([])
    return visitors.slice(0, 10_000).filter((visitor) => features(visitor)['job-copy']).length
  }

  expect(after(off)).toBe(0)
  expect(after(off, some) / 10_000).toBeCloseTo(0.2, 1)
  expect(after(off, some, { type: 'promote' })).toBe(10_000)
  expect(after(off, some, { type: 'promote' }, { type: 'rollback' })).toBe(0)
  expect(() => after(off, { ...some, version: '1.0.0' })).toThrow('on or off, not 1.0.0')
})
