import { expect, test } from 'vitest'

import { applyChange, type Change, type GuardChange } from './change.ts'
import { emptyChannel, fullWeight, nextStepAt, type Channel } from './channel.ts'

let rollouts = 0

/** The channel after these changes, one after the other. */
const after = (
  changes: (Change | GuardChange)[],
  channel: Channel = emptyChannel('remote-jobs'),
): Channel =>
  changes.reduce((state, change) => applyChange(state, change, `r${++rollouts}`), channel)

const rollout = (version: string, percent: number): Extract<Change, { type: 'rollout' }> => ({
  type: 'rollout',
  version,
  weight: (percent * fullWeight) / 100,
})
const first = rollout('1.0.0', 100)

test('the first release of a remote may go to a few visitors, and that of the host must go to everybody', () => {
  expect(after([first])).toMatchObject({ lineage: ['1.0.0'], candidate: null, revision: 1 })
  const few = after([rollout('1.0.0', 5)])
  expect(few).toMatchObject({ lineage: [], candidate: '1.0.0', weight: 5_000 })
  for (const change of [first, { type: 'promote' } as const])
    expect(after([change], few)).toMatchObject({ lineage: ['1.0.0'], candidate: null, weight: 0 })
  expect(after([{ type: 'rollback' }], few)).toMatchObject({ lineage: [], candidate: null })
  expect(after([rollout('1.0.1', 5)], few)).toMatchObject({ candidate: '1.0.1', lineage: [] })
  expect(() => after([rollout('1.0.0', 5)], emptyChannel('host'))).toThrow('go to everybody')
})

test('a rollout grows under one salt and ends as the stable release', () => {
  const begun = after([first, rollout('1.1.0', 5)])
  expect(begun).toMatchObject({ lineage: ['1.0.0'], candidate: '1.1.0', weight: 5_000 })

  const grown = after([rollout('1.1.0', 50)], begun)
  expect(grown).toMatchObject({ weight: 50_000, rolloutId: begun.rolloutId })

  const promoted = after([{ type: 'promote' }], grown)
  expect(promoted).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null, weight: 0 })
  expect(after([rollout('1.2.0', 5)], promoted).rolloutId).not.toBe(begun.rolloutId)
})

test('a rollback first drops the candidate, and then returns to the previous release', () => {
  const promoted = after([first, rollout('1.1.0', 5), { type: 'promote' }, rollout('1.2.0', 5)])
  const once = after([{ type: 'rollback' }], promoted)
  expect(once).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null })

  const twice = after([{ type: 'rollback' }], once)
  expect(twice.lineage).toEqual(['1.0.0'])
})

test('a rollback of the first release leaves nothing, but is refused for the host and flags', () => {
  const rollback: Change = { type: 'rollback' }
  const few = after([rollout('1.0.0', 5), { type: 'promote' }, rollback])
  expect(few).toMatchObject({ lineage: [], candidate: null })
  expect(() => after([rollback], few)).toThrow('Nobody runs remote-jobs')
  expect(after([first], few).lineage).toEqual(['1.0.0'])

  for (const app of ['host', 'flag:job-copy'])
    expect(() => after([rollback], { ...emptyChannel(app), lineage: ['off'] })).toThrow(
      `There is no earlier release of ${app} to go back to; roll out another one instead.`,
    )
})

test('a plan grows step by step, and a change by hand pauses it', () => {
  const steps = [
    { weight: 5000, seconds: 60 },
    { weight: 20_000, seconds: 60 },
    { weight: 100_000, seconds: 0 },
  ]
  const begun = after([first, { ...rollout('1.1.0', 5), plan: { steps } }])
  expect(begun).toMatchObject({ weight: 5000, plan: { step: 0, isPaused: false } })
  const grown = after([{ type: 'advance' }], begun)
  expect(grown).toMatchObject({ weight: 20_000, plan: { step: 1, isPaused: false } })
  expect(after([{ type: 'advance' }], grown)).toMatchObject({
    lineage: ['1.1.0', '1.0.0'],
    candidate: null,
    plan: null,
  })

  const byHand = after([rollout('1.1.0', 10)], grown)
  expect(byHand).toMatchObject({ weight: 10_000, plan: { isPaused: true } })
  // It goes on with the first step that is larger.
  expect(after([{ type: 'resume' }, { type: 'advance' }], byHand)).toMatchObject({
    weight: 20_000,
    plan: { step: 1, isPaused: false },
  })
  // A share beyond the last one leaves no step to take.
  const short = { steps: steps.slice(0, 2) }
  const beyond = after([first, { ...rollout('1.1.0', 5), plan: short }, rollout('1.1.0', 30)])
  expect(nextStepAt(after([{ type: 'resume' }], beyond))).toBeUndefined()
  expect(nextStepAt(after([rollout('1.1.0', 1), { type: 'resume' }], grown))).toBeInstanceOf(Date)
  expect(after([{ type: 'pause' }], grown)).toMatchObject({ plan: { isPaused: true } })
  // A hotfix has its own plan, or none.
  expect(after([rollout('1.2.0', 5)], grown).plan).toBeNull()
  for (const type of ['pause', 'resume', 'advance'] as const)
    expect(() => after([{ type }], after([first, rollout('1.1.0', 5)]))).toThrow('has no plan')
  expect(() => after([{ ...rollout('1.1.0', 10), plan: { steps } }], after([first]))).toThrow(
    'first step of its plan',
  )
})

test('a release stopped by the guard can return only by force', () => {
  const decision = { version: '1.1.0', verdict: 'stop', rule: 'worse', reason: '', at: '' } as const
  const stopped = after([first, rollout('1.1.0', 5), { type: 'stop', decision }])
  expect(stopped).toMatchObject({ candidate: null, weight: 0, decision, stopped: ['1.1.0'] })
  expect(() => after([rollout('1.1.0', 5)], stopped)).toThrow('--force --reason')
  expect(after([{ ...rollout('1.1.0', 5), force: true }], stopped)).toMatchObject({
    candidate: '1.1.0',
    stopped: [],
    decision: null,
  })
})

test('a killed release is gone from every arm and never comes back', () => {
  const live = after([first, rollout('1.1.0', 5), { type: 'promote' }, rollout('1.2.0', 5)])

  expect(after([{ type: 'kill', version: '1.2.0' }], live)).toMatchObject({
    candidate: null,
    revoked: ['1.2.0'],
  })
  const killed = after([{ type: 'kill', version: '1.1.0' }], live)
  expect(killed).toMatchObject({ lineage: ['1.0.0'], candidate: '1.2.0' })
  expect(() => after([rollout('1.1.0', 5)], killed)).toThrow('was killed and cannot come back')
})

test('the last release of the host cannot be killed, that of a remote can', () => {
  const kill: Change = { type: 'kill', version: '1.0.0' }

  expect(after([first, kill]).lineage).toEqual([])
  expect(() => after([first, kill], emptyChannel('host'))).toThrow('only release there is')
})

test('pins end with their rollout', () => {
  const pinned = after([
    first,
    rollout('1.1.0', 5),
    { type: 'pin', visitor: 'v1', arm: 'candidate' },
    { type: 'pin', visitor: 'v2', arm: 'stable' },
    { type: 'unpin', visitor: 'v2' },
  ])

  expect(pinned.pins).toEqual({ v1: 'candidate' })
  expect(after([{ type: 'promote' }], pinned).pins).toEqual({})
})

test('changes that need a rollout are refused without one', () => {
  for (const type of ['promote', 'pause', 'resume'] as const) {
    expect(() => after([first, { type }])).toThrow('no rollout under way')
  }
  expect(() => after([first, first])).toThrow('what everybody runs already')
})
