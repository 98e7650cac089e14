import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Exposure } from '../rollouts/exposure.ts'
import { rollout, setUpTestRegistry, type Answer } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { guardRollouts } from './guard/guard-loop.ts'
import { lockDocument } from './tables/queries.ts'
import { audit as auditRows, channels, edges } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { call, upload, newTeam, change, audit, releasesDir } = fixture
const hourMs = 60 * 60 * 1000

/** An app whose second release is given to some visitors, by a plan if there is one. */
async function newRollout(app: string, more: object = {}): Promise<string> {
  const team = await newTeam(app)
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await upload(team, remoteBuild(app, version, 10))
  await change(app, rollout('1.0.0'))
  const begun = await change(app, { ...rollout('1.1.0', 20), ...more })
  expect(begun.status, begun.body.detail).toBe(200)
  return app
}

const plan = (...steps: [percent: number, hours: number][]) => ({
  plan: {
    steps: steps.map(([percent, hours]) => ({ weight: percent * 1000, seconds: hours * 3600 })),
  },
})

const ready = { verdict: 'ready', readyMs: 500 } as const
const failed = { verdict: 'failed', kind: 'render' } as const
const releases = {
  candidate: { arm: 'candidate', version: '1.1.0' },
  stable: { arm: 'stable', version: '1.0.0' },
} as const

let visitors = 0

/** Reports first pages of as many visitors, as an edge does. */
async function visit(
  app: string,
  arm: keyof typeof releases,
  count: number,
  more: Partial<Exposure> = ready,
): Promise<void> {
  const at = Date.now()
  const exposures = Array.from({ length: count }, (): Exposure => {
    const id = `visitor-${(visitors += 1)}`.padEnd(16, '-')
    return { id, visitor: id, app, at, ...releases[arm], ...more }
  })
  const { status } = await call('POST', '/edges/a:1', {
    token: fixture.registry.readerToken,
    body: { damaged: {}, exposures },
  })
  expect(status).toBe(200)
}

/** So many good visitors that the candidate may grow. */
async function visitEnough(app: string): Promise<void> {
  await visit(app, 'stable', 200)
  await visit(app, 'candidate', 60)
}

const guard = () => guardRollouts(fixture.registry)
const channelOf = async (app: string) => (await call('GET', `/apps/${app}`)).body.channel
/** What was done without a hand, newest first. */
const ownRows = async (app: string) =>
  (await audit(app)).filter(({ actor }) => actor === 'guard' || actor === 'plan')

/** As if the step of a plan had begun some hours earlier. */
async function moveStep(app: string, hours: number): Promise<void> {
  const { queries } = fixture.registry.database
  const since = JSON.stringify(new Date(Date.now() - hours * hourMs).toISOString())
  await queries
    .update(channels)
    .set({ plan: sql`jsonb_set(${channels.plan}, '{since}', ${since}::jsonb)` })
    .where(eq(channels.app, app))
}

/** As if the rollout had begun some minutes earlier. */
async function beganMinutesAgo(app: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000)
  await fixture.registry.database.queries
    .update(auditRows)
    .set({ at })
    .where(eq(auditRows.app, app))
}

test('a candidate that fails is taken from everybody, and comes back only by force and with a reason', async () => {
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

test('one that looks doubtful is held, which is said once', async () => {
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

test('a mismatch holds for longer than it takes to note it', async () => {
  const app = await newRollout('remote-mismatch', plan([20, 1], [50, 1]))
  await beganMinutesAgo(app, 10)
  await visit(app, 'stable', 600)
  await visit(app, 'candidate', 60)
  await moveStep(app, 2)
  await guard()
  await guard()
  expect(await channelOf(app)).toMatchObject({ weight: 20_000, decision: { rule: 'mismatch' } })
})

test('while it is only observed nothing is done or refused; what would be is said once', async () => {
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

test('a plan takes its steps when they are due and enough is known, overdue ones as one', async () => {
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

test('each step of a plan waits for sixty visitors of its own, whoever takes it', async () => {
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

test('while an edge is late with its report nothing grows', async () => {
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

test('a plan that is only observed goes on by time and sample, whatever the guard would do', async () => {
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

test('a step that is refused pauses its plan, which is said once', async () => {
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

test('of two registries one acts, and what is begun goes on after a restart', async () => {
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

test('a candidate grows by hand when enough is known, or by force, with the figures in the history', async () => {
  const app = await newRollout('remote-grow', plan([20, 1], [50, 1]))
  await visit(app, 'candidate', 12)
  const refused = `${app} 1.1.0 is not given to more visitors: 12 visitors since this step of the plan began, and a larger share needs 48 more. Wait, or give a reason: --force --reason "…"`
  for (const asked of [{ type: 'promote' }, { type: 'advance' }, rollout('1.1.0', 30)]) {
    const { status, body } = await change(app, asked)
    expect(body.detail).toBe(refused)
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

test('what was no growth when it was looked at is none when it is done', async () => {
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

test('an edge whose clock jumps an hour makes no page silent', async () => {
  const app = await newRollout('remote-clock')
  await beganMinutesAgo(app, 120)
  await visit(app, 'stable', 240)
  for (const ms of [-hourMs, hourMs]) await visit(app, 'candidate', 30, { at: Date.now() + ms })
  await guard()
  expect(await channelOf(app)).toMatchObject({ candidate: '1.1.0', decision: null })
})
