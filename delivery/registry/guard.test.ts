import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { failed, hourMs, plan, setUpGuard } from '../testing/guarded-rollouts.ts'
import { rollout, setUpTestRegistry, type Answer } from '../testing/registry-fixture.ts'
import { guardRollouts } from './guard/guard-loop.ts'
import { lockDocument } from './tables/queries.ts'
import { channels } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { call, change, audit } = fixture
const { newRollout, visit, visitEnough, guard, channelOf, ownRows, moveStep, beganMinutesAgo } =
  setUpGuard(fixture)

test('a failing candidate is stopped, and can return only by force with a reason', async () => {
  const app = await newRollout('remote-worse')
  await visit(app, 'stable', 16)
  await visit(app, 'candidate', 4, failed)
  await guard()
  await guard()

  const reason = "4 of 4 visitors' pages failed, of stable 0 of 16 (E 166)"
  const decision = { version: '1.1.0', verdict: 'stop', rule: 'worse', reason }
  const taken = { candidate: null, lineage: ['1.0.0'], stopped: ['1.1.0'] }
  expect(await channelOf(app)).toMatchObject({ ...taken, decision })
  const { body: document } = await call('GET', '/document')
  expect(document.channels).toContainEqual(expect.objectContaining({ app, ...taken }))
  const figures = { candidate: { visitors: 4, failed: 4 }, stable: { visitors: 16, failed: 0 } }
  expect(await ownRows(app)).toMatchObject([{ actor: 'guard', action: 'stop', reason, figures }])

  const again = { ...rollout('1.1.0', 5), force: true }
  expect((await change(app, rollout('1.1.0', 5))).body.detail).toContain(
    'was taken back by the guard',
  )
  const unexplained = await change(app, again, { reason: ' ' })
  expect(unexplained.status).toBe(422)
  expect(unexplained.body.detail).toBe('A forced change needs a reason.')
  expect((await change(app, again, { reason: 'an extension of one browser' })).status).toBe(200)
  // What was counted before says nothing of the new rollout.
  await guard()
  expect(await channelOf(app)).toMatchObject({ candidate: '1.1.0', decision: null })
})

test('a doubtful candidate is held, with one line in the history', async () => {
  const app = await newRollout('remote-held')
  await visitEnough(app)
  await visit(app, 'candidate', 40, { verdict: 'left' })
  await guard()
  await guard()

  const reason = '40 of 100 visitors left before the page was ready, of stable 0 of 200'
  expect(await channelOf(app)).toMatchObject({
    candidate: '1.1.0',
    decision: { verdict: 'hold', rule: 'left', reason },
  })
  expect(await ownRows(app)).toMatchObject([{ action: 'hold', reason, figures: {} }])
  expect((await change(app, { type: 'promote' })).body.detail).toContain(reason)
})

test.each(['render', 'chunk'] as const)(
  'a good candidate is not stopped by an early failure report (%s)',
  async (kind) => {
    const app = await newRollout(`remote-early-${kind}`)
    for (const arm of ['stable', 'candidate'] as const)
      await visit(app, arm, 3, { verdict: 'failed', kind })
    await visit(app, 'stable', 1000)
    await visit(app, 'candidate', 250, {})
    await guard()
    expect(await channelOf(app)).toMatchObject({ candidate: '1.1.0', decision: null })
  },
)

test('a mismatch keeps holding a rollout', async () => {
  const app = await newRollout('remote-mismatch', plan([20, 1], [50, 1]))
  await beganMinutesAgo(app, 10)
  await visit(app, 'stable', 600)
  await visit(app, 'candidate', 60)
  await moveStep(app, 2)
  await guard()
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 20_000, decision: { rule: 'mismatch' } })
})

test('an observed rollout is not stopped, and what the guard would do is logged once', async () => {
  const app = await newRollout('remote-observed', { isObserved: true })
  await visit(app, 'stable', 16)
  await visit(app, 'candidate', 4, failed)
  await guard()
  await guard()

  expect(await channelOf(app)).toMatchObject({
    candidate: '1.1.0',
    stopped: [],
    decision: { verdict: 'stop', rule: 'worse' },
  })
  expect(await ownRows(app)).toMatchObject([
    { actor: 'guard', action: 'would stop', reason: expect.stringContaining('4 of 4') },
  ])
  expect((await change(app, rollout('1.1.0', 30))).status).toBe(200)
  // Observed no more.
  await change(app, { ...rollout('1.1.0', 30), isObserved: false })
  await guard()
  expect(await channelOf(app)).toMatchObject({ candidate: null, stopped: ['1.1.0'] })
})

test('of several registries only one acts, and a rollout continues after a restart', async () => {
  const app = await newRollout('remote-restart', plan([20, 1], [50, 1]))
  await visitEnough(app)
  const others = [await fixture.open(), await fixture.open()]
  await moveStep(app, 2)
  await Promise.all([fixture.registry, ...others].map((one) => guardRollouts(one)))
  for (const other of others) await other.close()

  expect(await channelOf(app)).toMatchObject({ weight: 50_000, plan: { step: 1 } })
  expect(await ownRows(app)).toHaveLength(1)
  const later = await fixture.open()
  await visit(app, 'candidate', 30, failed)
  await guardRollouts(later)
  await later.close()
  expect(await channelOf(app)).toMatchObject({ stopped: ['1.1.0'] })
})

test('a candidate’s share can grow with enough visitors or by force, with figures in the history', async () => {
  const app = await newRollout('remote-grow', plan([20, 1], [50, 1]))
  await visit(app, 'candidate', 12)
  const refused = `${app} 1.1.0 is not given to more visitors: 12 visitors since this step of the plan began, and a larger share needs 48 more. Wait, or give a reason: --force --reason "…"`
  for (const asked of [{ type: 'promote' }, { type: 'advance' }, rollout('1.1.0', 30)]) {
    const { status, body } = await change(app, asked)
    expect(body).toMatchObject({ code: 'needs_force', detail: refused })
    expect(status).toBe(409)
  }
  const body = { change: { type: 'promote' }, isDryRun: true }
  expect((await call('POST', `/apps/${app}/changes`, { body })).body.detail).toBe(refused)
  const hotfix = { version: '1.2.0', replace: true }
  expect((await change(app, { ...rollout('1.2.0', 30), ...hotfix })).body.detail).toContain(
    `${app} 1.2.0 is not given to more visitors: no visitor has been counted with it yet`,
  )
  expect((await change(app, rollout('1.1.0', 5))).status).toBe(200)
  const forced = { ...rollout('1.1.0', 30), force: true }
  expect((await change(app, forced, { reason: 'seen by the team' })).status).toBe(200)
  expect((await audit(app))[0]).toMatchObject({
    action: 'rollout',
    reason: 'seen by the team',
    figures: { candidate: { visitors: 12 } },
  })

  await visitEnough(app)
  expect((await change(app, { type: 'advance' })).body).toMatchObject({ weight: 50_000 })
  // A hotfix has many visitors at once by force alone, and to grow it has to show what it is.
  expect((await change(app, { ...rollout('1.2.0', 50), ...hotfix })).body.detail).toContain(
    'no visitor has been counted with it yet. Begin with 25 % at most, or give a reason',
  )
  const urgent = { ...rollout('1.2.0', 50), ...hotfix, force: true }
  expect((await change(app, urgent, { reason: 'it loses drafts' })).status).toBe(200)
  expect((await change(app, { type: 'promote' })).body.detail).toContain('0 visitors so far')
})

test('a first share above 25 % needs force and a reason, unless it is only observed', async () => {
  const app = await newRollout('remote-begin')
  const detail = `${app} 1.1.0 is not given to more visitors: no visitor has been counted with it yet. Begin with 25 % at most, or give a reason: --force --reason "…"`
  await change(app, { type: 'rollback' })
  const planned = { ...rollout('1.1.0', 26), ...plan([26, 1], [50, 1]) }
  for (const asked of [rollout('1.1.0', 26), rollout('1.1.0'), planned]) {
    const body = { change: asked, isDryRun: true }
    expect((await call('POST', `/apps/${app}/changes`, { body })).body.detail).toBe(detail)
    expect((await change(app, asked)).body.detail).toBe(detail)
  }
  const allowed: [asked: object, reason?: string][] = [
    [rollout('1.1.0', 25)],
    [{ ...rollout('1.1.0'), isObserved: true }],
    [{ ...rollout('1.1.0'), force: true }, 'seen by the team'],
  ]
  for (const [asked, reason] of allowed) {
    expect((await change(app, asked, reason === undefined ? {} : { reason })).status).toBe(200)
    await change(app, { type: 'rollback' })
  }
  expect((await change('flag:begin', rollout('on'))).status).toBe(200)
})

test('a change that becomes a growth in the meantime is refused', async () => {
  const app = await newRollout('remote-overtaken')
  await change(app, { type: 'rollback' })
  const { database } = fixture.registry
  let promoted: Promise<Answer> | undefined
  await database.transaction(async (queries) => {
    await lockDocument(queries)
    promoted = change(app, { type: 'promote' })
    const isWaiting = async () => {
      const { rows } = (await database.queries.execute(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)) as { rows: unknown[] }
      return rows.length > 0
    }
    await expect.poll(isWaiting).toBe(true)
    const candidate = { candidate: '1.1.0', weight: 5000 }
    await queries.update(channels).set(candidate).where(eq(channels.app, app))
  })
  expect((await promoted)?.status).toBe(412)
})

test('an edge whose clock jumps by an hour makes no page silent', async () => {
  const app = await newRollout('remote-clock')
  await beganMinutesAgo(app, 120)
  await visit(app, 'stable', 240)
  for (const ms of [-hourMs, hourMs]) await visit(app, 'candidate', 30, { at: Date.now() + ms })
  await guard()
  expect(await channelOf(app)).toMatchObject({ candidate: '1.1.0', decision: null })
})
