import { DefaultLogger } from '@openfeature/core'
import { MemoryStorage } from '@openfeature/flagd-core'
import { expect, test } from 'vitest'

import { candidateChannel as channel, testRollouts, visitorIds } from '../testing/visitors.ts'
import { bucketOf } from './bucket.ts'
import { applyChange, type Change } from './change.ts'
import { emptyChannel, fullWeight } from './channel.ts'
import { createEvaluator } from './evaluator.ts'
import { toFlagdDocument } from './flagd-document.ts'

const visitors = visitorIds(20_000)

testRollouts({ count: 20_000, tolerance: 0.006 })

test('whoever has no id gets the stable release, whatever the share', () => {
  const document = toFlagdDocument([channel('remote-jobs', { weight: fullWeight })], 1)

  expect(createEvaluator(document).decide('remote-jobs', '')).toMatchObject({
    arm: 'stable',
    version: '1.0.0',
  })
})

test('a pin goes before the bucket', () => {
  const pins = { 'visitor-1': 'candidate', 'visitor-2': 'stable' } as const
  const none = createEvaluator(toFlagdDocument([channel('a', { weight: 0, pins })], 1))
  const all = createEvaluator(toFlagdDocument([channel('a', { weight: fullWeight, pins })], 1))

  expect(none.decide('a', 'visitor-1')?.arm).toBe('candidate')
  expect(none.decide('a', 'visitor-3')?.arm).toBe('stable')
  expect(all.decide('a', 'visitor-2')?.arm).toBe('stable')
})

test('a document with everything in it holds to the schemas that flagd publishes', () => {
  const pins = { 'visitor-1': 'candidate', 'visitor-2': 'stable' } as const
  const everything = [
    channel('remote-jobs', { weight: 5_000, pins, revoked: ['1.0.1'] }),
    channel('remote-chats', { candidate: null }),
    channel('flag:job-copy', { lineage: ['off'], candidate: 'on', weight: 1 }),
  ]
  const document = toFlagdDocument(everything, 7, { ticketKey: 'a key' })
  const read = (text: string) =>
    new MemoryStorage(new DefaultLogger()).setConfigurations(text, true)

  expect(read(JSON.stringify(document))).toEqual(['remote-jobs', 'remote-chats', 'job-copy'])
  const { flags } = document
  const wrong = { ...document, flags: { ...flags, 'remote-chats': { state: 'MAYBE' } } }
  expect(() => read(JSON.stringify(wrong))).toThrow('invalid')
})

test('an app without a release is not in the document', () => {
  const { apps, decide } = createEvaluator(toFlagdDocument([emptyChannel('remote-new')], 1))

  expect(apps).toEqual([])
  expect(decide('remote-new', 'visitor-1')).toBeUndefined()
})

test('the bucket that explains a decision is the one that flagd used', () => {
  const weight = 37_123
  const { decide } = createEvaluator(toFlagdDocument([channel('remote-jobs', { weight })], 1))

  const wrong = visitors.filter(
    (visitor) =>
      (decide('remote-jobs', visitor)?.arm === 'candidate') !==
      bucketOf('remote-jobs', 'r1', visitor) < weight,
  )
  expect(wrong).toEqual([])
})

test('a feature flag is off, rolled out and on by the same buckets as an app', () => {
  const off: Change = { type: 'rollout', version: 'off', weight: fullWeight }
  const some: Change = { type: 'rollout', version: 'on', weight: fullWeight / 5 }
  const after = (...changes: Change[]) => {
    const flag = changes.reduce(
      (state, change) => applyChange(state, change, 'r1'),
      emptyChannel('flag:job-copy'),
    )
    const { apps, features } = createEvaluator(toFlagdDocument([flag], 1))
    expect(apps).toEqual([])
    return visitors.slice(0, 10_000).filter((visitor) => features(visitor)['job-copy']).length
  }

  expect(after(off)).toBe(0)
  expect(after(off, some) / 10_000).toBeCloseTo(0.2, 1)
  expect(after(off, some, { type: 'promote' })).toBe(10_000)
  expect(after(off, some, { type: 'promote' }, { type: 'rollback' })).toBe(0)
  expect(() => after(off, { ...some, version: '1.0.0' })).toThrow('on or off, not 1.0.0')
})
