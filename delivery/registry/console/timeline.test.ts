import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Timeline } from '../../rollouts/answers.ts'
import type { Exposure } from '../../rollouts/exposure.ts'
import { setUpExposures, visitorOf } from '../../testing/exposures-fixture.ts'
import { rollout, setUpTestRegistry } from '../../testing/registry-fixture.ts'
import { foldExposures } from '../signal/fold.ts'
import { audit } from '../tables/schema.ts'

const fixture = setUpTestRegistry()
const { call, change, newTeam } = fixture
const { newRollout, given, report, figuresOf, beganHoursAgo, cameMinutesAgo } =
  setUpExposures(fixture)

async function timelineOf(app: string): Promise<Timeline> {
  const { status, body } = await call('GET', `/apps/${app}/timeline`)
  expect(status).toBe(200)
  return body
}

/** A visitor of each arm in each of some minutes; first the candidate fails for some, then stable. */
const visitorsOf = (app: string, minutes: number): Exposure[] =>
  Array.from({ length: minutes }, (_, index) => {
    const visitor = visitorOf(index)
    const ready = { visitor, verdict: 'ready' } as const
    const failed = { visitor, verdict: 'failed', kind: index % 2 ? 'import' : 'chunk' } as const
    const [first, second] = index % 3 === 0 ? [failed, ready] : [ready, ready]
    const [candidate, stable] = index >= minutes / 2 ? [first, second] : [second, first]
    return [
      given(app, 130 + index, { ...stable, version: '1.0.0', arm: 'stable' }),
      given(app, 130 + index, candidate),
    ]
  }).flat()

test('a timeline has at most 120 points, the same after folding', async () => {
  const app = await newRollout('remote-while')
  await beganHoursAgo(app, 5)
  // And one that is silent.
  await report([...visitorsOf(app, 150), given(app, 131, { visitor: visitorOf(1000) })])
  await cameMinutesAgo(app, 130)

  const before = await timelineOf(app)
  expect(before).toMatchObject({ app, version: '1.1.0', stable: '1.0.0', until: null })
  // Of three minutes each: half of the rollout had visitors.
  expect(before.points.length).toBeGreaterThanOrEqual(50)
  expect(before.points.length).toBeLessThanOrEqual(51)
  const total = (counts: (Timeline['points'][number]['stable'] | null)[]) => ({
    visitors: counts.reduce((sum, count) => sum + (count?.visitors ?? 0), 0),
    ready: counts.reduce((sum, count) => sum + (count?.ready ?? 0), 0),
  })
  expect(total(before.points.map(({ candidate }) => candidate))).toEqual({
    visitors: 151,
    ready: 125,
  })
  expect(total(before.points.map(({ stable }) => stable))).toEqual({ visitors: 150, ready: 125 })
  const times = before.points.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => one - other))

  // What the guard knew then: it only grows, and ends where the guard is.
  const evidence = before.points.map((point) => point.evidence)
  expect(evidence).toEqual(evidence.toSorted((one, other) => one - other))
  const { worse, filesMissing, failing } = (await figuresOf(app))?.evidence ?? {}
  const levels = [worse, filesMissing, failing].map((level) => level?.highest ?? 0)
  expect(evidence.at(-1)).toBeCloseTo(Math.max(...levels))
  expect(evidence[0]).toBeLessThan(evidence.at(-1) ?? 0)

  const { database } = fixture.registry
  while (await foldExposures(database));
  expect(await timelineOf(app)).toEqual(before)
})

test('a timeline covers the last rollout with its decisions, and nothing after it', async () => {
  const app = await newRollout('remote-before')
  await beganHoursAgo(app, 1)
  const stable = { version: '1.0.0', arm: 'stable' } as const
  const ready = { verdict: 'ready', readyMs: 100 } as const
  await report([
    given(app, 10, { visitor: visitorOf(1), ...ready }),
    given(app, 10, { visitor: visitorOf(2), ...ready, ...stable }),
  ])
  await change(app, { type: 'pin', visitor: 'v-1', arm: 'candidate' })
  await change(app, { ...rollout('1.1.0', 80), force: true }, { reason: 'seen' })
  await change(app, { type: 'rollback' }, { reason: 'slow' })
  // As if all of it had been five minutes earlier.
  const at = sql`at - interval '5 minutes'`
  await fixture.registry.database.queries.update(audit).set({ at }).where(eq(audit.app, app))
  await report([given(app, 0, { visitor: visitorOf(3), ...ready, ...stable })])

  const { points, decisions, since, until } = await timelineOf(app)
  expect(points).toMatchObject([
    { weight: 50_000, candidate: { visitors: 1, ready: 1 }, stable: { visitors: 1 }, evidence: 1 },
  ])
  expect(decisions).toMatchObject([
    { action: 'rollout', weight: 50_000, version: '1.1.0', reason: 'planted', at: since },
    { action: 'rollout', weight: 80_000, version: '1.1.0', reason: 'seen' },
    { action: 'rollback', weight: 0, version: '1.1.0', reason: 'slow', actor: 'admin', at: until },
  ])

  await change(app, rollout('1.1.0', 20))
  const next = await timelineOf(app)
  expect(next).toMatchObject({ until: null, decisions: [{ weight: 20_000 }] })
  await change(app, { type: 'promote', force: true }, { reason: 'seen' })
  expect((await timelineOf(app)).decisions.at(-1)).toMatchObject({
    action: 'promote',
    weight: 100_000,
    version: '1.1.0',
  })
})

test('a flag’s timeline has only decisions, and an app without a rollout has none', async () => {
  await change('flag:sounds', rollout('on', 5))
  expect(await timelineOf('flag:sounds')).toMatchObject({
    version: 'on',
    stable: 'off',
    points: [],
    decisions: [{ action: 'rollout', weight: 5000 }],
  })
  await newTeam('remote-never')
  expect((await call('GET', '/apps/remote-never/timeline')).body).toBeNull()

  const ended = await newRollout('remote-ended')
  await change(ended, { type: 'rollback' })
  expect((await timelineOf(ended)).until).not.toBeNull()
  await beganHoursAgo(ended, 91 * 24)
  expect((await call('GET', `/apps/${ended}/timeline`)).body).toBeNull()
})
