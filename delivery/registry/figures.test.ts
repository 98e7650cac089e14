import { queryChannel, type ObservedQuery } from '@errand/database'
import { and, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { failureKinds, type Exposure } from '../rollouts/exposure.ts'
import { setUpExposures, visitorOf } from '../testing/exposures-fixture.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { readRollouts } from './signal/read-figures.ts'
import { findChannel } from './tables/queries.ts'
import { audit, edges } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { call, change, newTeam, upload } = fixture
const { newRollout, given, report, armsOf, signalOf, figuresOf, beganHoursAgo, cameMinutesAgo } =
  setUpExposures(fixture)
const stable = { version: '1.0.0', arm: 'stable' } as const
const ready = { verdict: 'ready', readyMs: 1000 } as const

/** How many reports wait for another one. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = (await fixture.registry.database.queries.execute(sql`
    select count(*)::int as "count" from pg_locks
    where locktype in ('advisory', 'relation') and not granted
      and database = (select oid from pg_database where datname = current_database())`)) as {
    rows: { count: number }[]
  }
  return rows[0]?.count
}

const candidateOf = async (app: string) => (await figuresOf(app))?.candidate

test('a visitor counts once, by the first page of the release, whichever edge reports it', async () => {
  const app = await newRollout('remote-first')
  await beganHoursAgo(app, 2)
  const visitor = visitorOf(1)
  const page = (minutes: number) => given(app, minutes, { visitor, ...ready })
  const later = [page(20), page(10)]
  // Out of order in one report.
  await report([...later, page(30)])
  await report([page(40), ...later], 'b:1')
  expect(await candidateOf(app)).toMatchObject({ visitors: 1, warmPages: 3, warmP75Ms: 1002 })
  await report([given(app, 1, { visitor: visitorOf(2) })])
  // Of another release, and of a visitor who is no evidence.
  await report([given(app, 5, { ...stable, visitor, ...ready }), given(app, 5, ready)])
  await cameMinutesAgo(app, 5)
  expect(await figuresOf(app)).toMatchObject({
    candidate: { visitors: 2, silent: 1, warmPages: 3 },
    stable: { visitors: 1, warmPages: 0, warmP75Ms: null },
  })
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 6 })
})

test('a rollout counts its own visitors, even those who came earlier the same day', async () => {
  const app = await newRollout('remote-again')
  await beganHoursAgo(app, 2)
  const visitor = visitorOf(1)
  const page = (minutes: number, more: Partial<Exposure>) =>
    given(app, minutes, { visitor, ...more })
  // Of the time before, one of them failed; all in one report, and in several.
  await report([page(150, { ...stable, ...ready })])
  await report([
    page(140, { ...stable, verdict: 'failed', kind: 'render' }),
    page(100, { ...stable, ...ready }),
    page(90, { ...stable, ...ready }),
    page(80, ready),
  ])
  const one = { visitors: 1, failed: 0 }
  expect(await figuresOf(app)).toMatchObject({ candidate: one, stable: { ...one, warmPages: 1 } })
  // The candidate again, after it was taken back.
  await change(app, { type: 'rollback' })
  await change(app, rollout('1.1.0', 5))
  expect(await candidateOf(app)).toMatchObject({ visitors: 0 })
  await report([page(0, { verdict: 'failed', kind: 'render' })])
  await report([page(0, ready)])
  expect(await candidateOf(app)).toMatchObject({ visitors: 1, failed: 1, warmPages: 1 })
})

test('two parallel reports of a visitor’s pages count one visitor', async () => {
  const app = await newRollout('remote-both')
  const visitor = visitorOf(1)
  const error = { message: 'x is undefined', file: 'a.js', line: 1, column: 20 }
  const { database } = fixture.registry
  const reports: Promise<unknown>[] = []
  await database.transaction(async (queries) => {
    // The first report has added its page and waits here.
    await queries.execute(sql`lock table release_errors`)
    reports.push(report([given(app, 0, { visitor, ...ready, error })]))
    await expect.poll(() => countWaiting()).toBe(1)
    let isDone = false
    reports.push(report([given(app, 0, { visitor, ...ready })], 'b:1').then(() => (isDone = true)))
    await expect.poll(async () => isDone || (await countWaiting()) === 2).toBe(true)
  })
  await Promise.all(reports)
  expect(await candidateOf(app)).toMatchObject({ visitors: 1, warmPages: 1 })
})

test('an edge that reports after a pause does not wait for another', async () => {
  const app = await newRollout('remote-back')
  const { database } = fixture.registry
  await report([])
  await database.queries.update(edges).set({ seenAt: new Date(Date.now() - 180_000) })
  const reports: Promise<unknown>[] = []
  await database.transaction(async (queries) => {
    // The first one has added its page and waits here.
    await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('exposures', 0))`)
    reports.push(report([given(app)]))
    await expect.poll(() => countWaiting()).toBe(1)
    let isDone = false
    reports.push(report([], 'b:1').then(() => (isDone = true)))
    await expect.poll(() => isDone).toBe(true)
  })
  await Promise.all(reports)
})

test('a visitor counts as failed if any of their pages failed', async () => {
  const app = await newRollout('remote-other')
  const page = (visitor: number, more: Partial<Exposure>) =>
    given(app, 0, { visitor: visitorOf(visitor), ...more })
  const [well, lost] = [page(1, ready), page(2, { verdict: 'failed', kind: 'chunk' })]
  await report([well, lost, page(3, ready)])
  expect(await candidateOf(app)).toMatchObject({ visitors: 3, failed: 0, filesMissing: 1 })
  await report([page(1, { verdict: 'failed', kind: 'timeout' })])
  expect(await candidateOf(app)).toMatchObject({ visitors: 3, failed: 0, filesMissing: 2 })
  // What the release did itself says more, and files that are lost later take nothing back.
  const other = page(2, ready)
  await report([page(1, { verdict: 'failed' }), other])
  await report([{ ...other, verdict: 'failed', kind: 'blank' }])
  for (const visitor of [1, 2]) await report([page(visitor, { verdict: 'failed', kind: 'chunk' })])
  expect(await candidateOf(app)).toMatchObject({ visitors: 3, failed: 2, filesMissing: 0 })
  // Every page of a broken browser, and one that failed after its visitor was told it was ready.
  const broken = () => page(4, { verdict: 'failed', kind: 'render' })
  await report([broken(), broken(), broken()])
  await report([broken(), { ...well, verdict: 'failed', kind: 'render' }])
  expect(await candidateOf(app)).toMatchObject({ visitors: 4, failed: 3 })
  expect((await armsOf(app))[0]).toMatchObject({ failed: 9 })
})

test('each kind of failure counts as failed or as missing files', async () => {
  const app = await newRollout('remote-kinds')
  await report(
    failureKinds.map((kind, index) =>
      given(app, 0, { visitor: visitorOf(index), verdict: 'failed', kind }),
    ),
  )
  expect(await candidateOf(app)).toMatchObject({ visitors: 8, failed: 6, filesMissing: 2 })
})

test('a page is silent after its edge had a minute to report, by the registry’s clock', async () => {
  const app = await newRollout('remote-silent')
  await beganHoursAgo(app, 5)
  const { queries } = fixture.registry.database
  // An edge whose clock is ahead, or that could not report for an hour.
  await report(
    [-90, 0, 60].map((minutes, index) => given(app, minutes, { visitor: visitorOf(index) })),
  )
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 0 })
  await cameMinutesAgo(app, 1.5)
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 3, silent: 3 })
  expect(await candidateOf(app)).toMatchObject({ visitors: 3, silent: 3 })

  // An edge that was cut off may still have what they reported; one that is gone is not waited for.
  await report([], 'z:1')
  const seenBefore = (seconds: number) =>
    queries
      .update(edges)
      .set({ seenAt: new Date(Date.now() - seconds * 1000) })
      .where(eq(edges.name, 'z:1'))
  await seenBefore(60)
  expect((await armsOf(app))[0]).toMatchObject({ silent: 0 })
  await seenBefore(150)
  expect((await armsOf(app))[0]).toMatchObject({ silent: 3 })
})

test('a page is dated correctly even if its edge’s clock is wrong', async () => {
  const app = await newRollout('remote-clocks')
  await beganHoursAgo(app, 1)
  for (const hours of [-50, -2, 2]) {
    const sentAt = Date.now() + hours * 60 * 60_000
    const visitor = visitorOf(10 + hours)
    // One in the rollout, one before it.
    const exposures = [30, 90].map((minutes) =>
      given(app, 0, { visitor, ...ready, at: sentAt - minutes * 60_000 }),
    )
    const token = fixture.registry.readerToken
    const body = { damaged: {}, exposures, sentAt }
    expect((await call('POST', '/edges/a:1', { token, body })).status).toBe(200)
  }
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 3 })
  expect(await candidateOf(app)).toMatchObject({ visitors: 3 })
})

test('visitors count as drawn if a document gave them the release since the share changed', async () => {
  const app = await newRollout('remote-drawn')
  await beganHoursAgo(app, 5)
  const { queries } = fixture.registry.database
  const changedBefore = (minutes: number) =>
    queries
      .update(audit)
      .set({ at: new Date(Date.now() - minutes * 60_000) })
      .where(and(eq(audit.app, app), sql`${audit.after}->>'weight' = '40000'`))
  const drawn = async () => {
    const figures = await figuresOf(app)
    return [figures?.candidate.drawn, figures?.stable?.drawn]
  }
  await report(
    [1, 10, 50, 150].flatMap((minutes, visitor) => [
      given(app, minutes, { visitor: visitorOf(visitor), ...ready }),
      given(app, minutes, { visitor: visitorOf(visitor), ...ready }),
      given(app, minutes, { visitor: visitorOf(10 + visitor), isNavigation: true, ...ready }),
      given(app, minutes, { visitor: visitorOf(20 + visitor), ...stable }),
      given(app, minutes, stable),
    ]),
  )
  expect(await drawn()).toEqual([3, 3])
  await change(app, rollout('1.1.0', 40))
  expect(await drawn()).toEqual([0, 0])
  // Until a minute after a change some edges draw by the old share.
  await changedBefore(50.5)
  expect(await drawn()).toEqual([2, 2])
  await change(app, { type: 'pin', visitor: 'v-1', arm: 'candidate' })
  expect(await drawn()).toEqual([2, 2])
})

test('the first release of a remote is judged without a stable one, and a flag is not judged', async () => {
  const team = await newTeam('remote-new')
  await upload(team, remoteBuild('remote-new', '1.1.0', 10))
  await change('remote-new', rollout('1.1.0', 5))
  const failing = { verdict: 'failed', kind: 'import' } as const
  await report(
    [1, 2, 3, 4].map((visitor) =>
      given('remote-new', 0, { visitor: visitorOf(visitor), ...failing }),
    ),
  )
  const { figures, since } = await signalOf('remote-new')
  expect(figures).toMatchObject({ candidate: { visitors: 4, failed: 4 }, stable: null })
  expect(figures?.evidence.failing.now).toBeGreaterThan(20)
  const { queries } = fixture.registry.database
  const read = async (app: string) => {
    const channel = await findChannel(queries, app)
    return channel && (await readRollouts(queries, [channel])).get(app)
  }
  expect(await read('remote-new')).toMatchObject({ since: new Date(since ?? ''), figures })
  await change('flag:copy', { type: 'rollout', version: 'on', weight: 1000 })
  await change('remote-new', { type: 'rollback' })
  for (const app of ['flag:copy', 'remote-new']) expect(await read(app)).toBeUndefined()
  expect(await armsOf('remote-new')).toEqual([])
})

test('all rollouts are read in three statements for parallel requests', async () => {
  for (const app of ['remote-one', 'remote-two', 'remote-three']) await newRollout(app)
  const statements: string[] = []
  const listener = (query: unknown) => statements.push((query as ObservedQuery).statement)
  queryChannel.start.subscribe(listener)
  onTestFinished(() => {
    queryChannel.start.unsubscribe(listener)
  })
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('GET', '/apps')))
  for (const { body } of answers)
    expect(
      body.apps.filter(({ signals }: { signals: unknown[] }) => signals.length === 1).length,
    ).toBeGreaterThan(2)
  expect(statements.filter((text) => text.includes(' asked ('))).toHaveLength(3)
})
