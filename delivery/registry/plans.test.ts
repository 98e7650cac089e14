import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { failed, hourMs, plan, ready, setUpGuard } from '../testing/guarded-rollouts.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { edges } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { change, releasesDir } = fixture
const { newRollout, visit, visitEnough, guard, channelOf, ownRows, moveStep, beganMinutesAgo } =
  setUpGuard(fixture)

test('a plan advances when a step is due and has enough visitors, one step at a time', async () => {
  const app = await newRollout('remote-plan', plan([20, 1], [50, 1], [80, 1], [100, 1]))
  await moveStep(app, 30)
  await visit(app, 'stable', 200)
  await visit(app, 'candidate', 59)
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 20_000 })
  await visit(app, 'candidate', 1)
  await guard()
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 50_000, plan: { step: 1 } })
  const reason = '30 h and 60 visitors at 20 %; 60 visitors, none failed'
  expect(await ownRows(app)).toMatchObject([{ actor: 'plan', action: 'advance', reason }])

  await moveStep(app, 2)
  await change(app, rollout('1.1.0', 40))
  await guard()
  // By hand: whoever did it has a reason.
  expect(await channelOf(app)).toMatchObject({ weight: 40_000, plan: { isPaused: true } })
  await change(app, { type: 'resume' })
  for (const weight of [50_000, 80_000]) {
    await moveStep(app, 2)
    await guard()
    expect(await channelOf(app)).toMatchObject({ weight })
  }
  await moveStep(app, 2)
  await guard()
  expect(await channelOf(app)).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null })
})

test('each step of a plan needs sixty visitors of its own', async () => {
  const app = await newRollout('remote-own', plan([20, 1], [50, 1]))
  await beganMinutesAgo(app, 300)
  await visit(app, 'candidate', 60, { ...ready, at: Date.now() - 3 * hourMs })
  await moveStep(app, 2)
  await visit(app, 'candidate', 1)
  await guard()
  expect((await change(app, { type: 'advance' })).body.detail).toContain(
    ': 1 visitor since this step of the plan began, and a larger share needs 59 more. Wait, or',
  )
  expect(await channelOf(app)).toMatchObject({ weight: 20_000 })
  await visitEnough(app)
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 50_000 })
})

test('no share grows while an edge’s report is late', async () => {
  const app = await newRollout('remote-late', plan([20, 1], [50, 1]))
  await visitEnough(app)
  await moveStep(app, 2)
  const { queries } = fixture.registry.database
  for (const seconds of [65, 300]) {
    await queries.update(edges).set({ seenAt: new Date(Date.now() - seconds * 1000) })
    await guard()
    expect((await change(app, { type: 'promote' })).body.detail).toContain(
      'not every edge has reported in the last minute',
    )
    expect(await channelOf(app)).toMatchObject({ weight: 20_000 })
  }
  await visit(app, 'stable', 1)
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 50_000 })
})

test('an observed plan advances by time and visitors, whatever the guard would do', async () => {
  const more = { ...plan([20, 1], [50, 1]), isObserved: true }
  const app = await newRollout('remote-observed-plan', more)
  await moveStep(app, 2)
  await visit(app, 'stable', 200)
  await visit(app, 'candidate', 9, failed)
  await guard()
  await guard()
  const would = { action: 'would stop' }
  expect(await ownRows(app)).toMatchObject([would])
  await visit(app, 'candidate', 51)
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 50_000, candidate: '1.1.0' })
  const reason = expect.stringMatching(
    /^2 h and 60 visitors at 20 %; the guard, which only observes, would stop: 9 of 60 visitors'/,
  )
  expect(await ownRows(app)).toMatchObject([{ actor: 'plan', action: 'advance', reason }, would])
})

test('a step that is refused pauses its plan, with one line in the history', async () => {
  const app = await newRollout('remote-refused', plan([20, 1], [50, 1]))
  await visitEnough(app)
  await moveStep(app, 2)
  rmSync(join(releasesDir, app, '1.1.0'), { recursive: true })
  await guard()
  await guard()

  expect(await channelOf(app)).toMatchObject({ weight: 20_000, plan: { isPaused: true } })
  const reason = expect.stringContaining(
    `The next step was refused: No edge can serve ${app} 1.1.0`,
  )
  expect(await ownRows(app)).toMatchObject([{ actor: 'plan', action: 'pause', reason }])
})
