import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { edgeAnswerSchema } from '../rollouts/edge-report.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import type { Signal } from '../rollouts/signal.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { foldExposures } from './signal/fold.ts'
import { audit, exposureCounts, exposures, tokenKeys } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { upload, newTeam, change, call } = fixture
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** An app with a stable release and one that half of all visitors are given. */
async function newRollout(app: string): Promise<string> {
  const team = await newTeam(app)
  for (const version of ['1.0.0', '1.1.0']) await upload(team, remoteBuild(app, version, 10))
  await change(app, rollout('1.0.0'), team)
  await change(app, rollout('1.1.0', 50), team)
  return app
}

let pages = 0
/** A page that was given the candidate some minutes ago. */
const given = (app: string, minutesAgo = 0, more: Partial<Exposure> = {}): Exposure => ({
  id: `page-${(pages += 1)}`.padEnd(16, '-'),
  app,
  version: '1.1.0',
  arm: 'candidate',
  at: Date.now() - minutesAgo * minuteMs,
  ...more,
})

const send = (reported: Exposure[], token: string, edge = 'a:1') =>
  call('POST', `/edges/${edge}`, {
    token,
    body: { visits: {}, damaged: {}, exposures: reported },
  })

/** Reports as an edge does; answers with what the edge is told. */
async function report(reported: Exposure[], edge?: string) {
  const { status, body } = await send(reported, fixture.registry.readerToken, edge)
  expect(status).toBe(200)
  return edgeAnswerSchema.parse(body)
}

async function signalOf(app: string): Promise<Signal> {
  const { body } = await call('GET', `/apps/${app}`)
  return body.signals[0]
}

const armsOf = async (app: string) => (await signalOf(app)).arms

/** As if the rollout had begun some hours ago. */
async function beganHoursAgo(app: string, hours: number): Promise<void> {
  const { queries } = fixture.registry.database
  await queries
    .update(audit)
    .set({ at: new Date(Date.now() - hours * hourMs) })
    .where(eq(audit.app, app))
}

let app = ''
beforeAll(async () => {
  app = await newRollout('remote-jobs')
})

test('a page counts once, whoever reports it, how often and in which order', async () => {
  const page = given(app)
  const ready: Exposure = { ...page, verdict: 'ready', readyMs: 800 }
  const failed: Exposure = { ...page, verdict: 'failed', kind: 'render', isReplaced: true }
  await report([page])
  // Younger than a minute: it may say something yet.
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 0, silent: 0 })
  await report([ready], 'b:1')
  await report([page, ready, ready, ready])
  const once = { arm: 'candidate', version: '1.1.0', exposures: 1, ready: 1, silent: 0 }
  expect((await armsOf(app))[0]).toMatchObject({ ...once, failed: 0, failedLater: 0 })

  await report([failed, failed])
  await report([
    { ...failed, kind: 'blank' },
    { ...page, verdict: 'left' },
  ])
  const later = { failedLater: 1, failedLaterByKind: { render: 1 }, failed: 0, left: 0 }
  expect((await armsOf(app))[0]).toMatchObject({ ...once, ...later, fallbacks: 1 })

  // A first verdict is final unless it was `ready`.
  const left = given(app)
  await report([left, { ...left, verdict: 'left' }, { ...left, verdict: 'failed', kind: 'chunk' }])
  await report([{ ...left, verdict: 'ready', readyMs: 1 }])
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 2, ready: 1, failed: 0, left: 1 })
})

test('two edges that report the same pages at once both get through', async () => {
  const own = await newRollout('remote-both')
  const all = Array.from({ length: 1000 }, () => given(own))
  const ready = all.map((page): Exposure => ({ ...page, verdict: 'ready', readyMs: 100 }))
  const edges = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    edges.map((edge, index) => report(index % 2 === 0 ? all : ready.toReversed(), edge)),
  )
  expect((await armsOf(own))[0]).toMatchObject({ exposures: 1000, ready: 1000 })
})

test('what is too old, in the future or of no release is ignored, and the rest of the report is not', async () => {
  const own = await newRollout('remote-old')
  await beganHoursAgo(own, 72)
  const verdict = { verdict: 'ready', readyMs: 5 } as const
  await report([
    given(own, 49 * 60, verdict),
    given(own, -2, verdict),
    given(own, 0, { ...verdict, version: '9.9.9' }),
    given('remote-none', 0, verdict),
    given(own, 0, { ...verdict, version: '1.1.0\0' }),
    given(own, 47 * 60, verdict),
  ])
  expect((await armsOf(own))[0]).toMatchObject({ exposures: 1, ready: 1 })
  const team = await newTeam('remote-foreign')
  expect((await send([], team.token)).status).toBe(403)
})

test('counts are the same before and after they are folded, and a page that is repeated then counts no more', async () => {
  const own = await newRollout('remote-fold')
  await beganHoursAgo(own, 60)
  const { database } = fixture.registry
  const stable = { version: '1.0.0', arm: 'stable' } as const
  const reported60: Exposure[] = Array.from({ length: 60 }, (_, index) => {
    const minutesAgo = 150 + Math.floor(index / 10) * 7
    const ready = { verdict: 'ready', readyMs: 200 + index * 40 } as const
    if (index % 10 === 1) return given(own, minutesAgo)
    if (index % 10 === 2) return given(own, minutesAgo, { verdict: 'failed', kind: 'import' })
    if (index % 10 === 3) return given(own, minutesAgo, { verdict: 'left' })
    return given(own, minutesAgo, index % 2 === 0 ? { ...stable, ...ready } : ready)
  })
  await report([...reported60, given(own, 30, { verdict: 'ready', readyMs: 90 })])
  await report([
    { ...reported60[5], verdict: 'failed', kind: 'blank', isReplaced: true } as Exposure,
  ])
  const before = await signalOf(own)
  expect(before.arms).toMatchObject([
    { arm: 'candidate', exposures: 37, ready: 19, failed: 6, silent: 6, left: 6, failedLater: 1 },
    { arm: 'stable', exposures: 24, ready: 24 },
  ])
  expect(before.arms[0]).toMatchObject({ fallbacks: 1, failedLaterByKind: { blank: 1 } })
  expect(before.evidence?.highest).toBeGreaterThan(1)

  // By several registries at once.
  await Promise.all([foldExposures(database), foldExposures(database), foldExposures(database)])
  await foldExposures(database)
  const rows = async () =>
    (await database.queries.execute(sql`
      select count(*)::int as "count" from exposures where app = ${own} and not is_folded`)) as {
      rows: { count: number }[]
    }
  expect((await rows()).rows).toEqual([{ count: 1 }])
  expect(await signalOf(own)).toEqual(before)
  await report(reported60.map((page): Exposure => ({ ...page, verdict: 'failed', kind: 'render' })))
  expect(await signalOf(own)).toEqual(before)

  // A page of which an edge tells late, in a minute that was folded.
  const { at = 0 } = reported60[0] ?? {}
  await report([given(own, 0, { at, verdict: 'left' })])
  await foldExposures(database)
  const late = await armsOf(own)
  expect(late[0]).toMatchObject({ exposures: 38, left: 7, ready: 19 })

  // Two days later minutes are hours, and the pages are forgotten.
  const later = Date.now() + 50 * hourMs
  while (await foldExposures(database, later));
  expect(await armsOf(own)).toEqual(late)
  // Ninety days later only what visitors are given is left.
  await change(own, { type: 'rollback' })
  while (await foldExposures(database, later + 90 * 24 * hourMs));
  const { version } = exposureCounts
  const kept = await database.queries
    .selectDistinct({ version })
    .from(exposureCounts)
    .where(eq(exposureCounts.app, own))
  expect(kept).toEqual([{ version: '1.0.0' }])
})

test('a fold that fails, or that another registry makes, has changed nothing', async () => {
  const own = await newRollout('remote-killed')
  await beganHoursAgo(own, 5)
  const { database } = fixture.registry
  await report([given(own, 200, { verdict: 'ready', readyMs: 70 }), given(own, 200)])
  const before = await signalOf(own)
  await database.queries.execute(
    sql`alter table exposure_counts add constraint none check (false) not valid`,
  )
  await expect(foldExposures(database)).rejects.toThrow('Failed query')
  expect(await signalOf(own)).toEqual(before)
  await database.queries.execute(sql`alter table exposure_counts drop constraint none`)
  await database.transaction(async (queries) => {
    await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('fold exposures', 0))`)
    await foldExposures(database)
    const unfolded = await queries.select().from(exposures).where(eq(exposures.isFolded, false))
    expect(unfolded.filter((row) => row.app === own)).toHaveLength(2)
  })
  // Nor does it wait for pages that a report is changing.
  await database.transaction(async (queries) => {
    await queries.select().from(exposures).where(eq(exposures.app, own)).for('update')
    await foldExposures(database)
  })
  await foldExposures(database)
  expect(await signalOf(own)).toEqual(before)
})

test('an error counts once for each page, and what is too much is one line', async () => {
  const own = await newRollout('remote-errors')
  const error = {
    message: 'x is \0\u001B[2Jundefined',
    file: 'static/js/a.js',
    line: 1,
    column: 20,
  }
  const page = given(own, 0, { verdict: 'failed', kind: 'render', error })
  await report([
    page,
    { ...page, verdict: 'left' },
    given(own, 0, { error }),
    given('remote-none', 0, { error }),
  ])
  await report([page])
  const errors = async (version = '') =>
    (await call('GET', `/apps/${own}/errors${version}`)).body.errors
  expect(await errors()).toMatchObject([
    { ...error, message: 'x is   [2Jundefined', version: '1.1.0', count: 2 },
  ])
  const failing = (from: number) =>
    Array.from({ length: 300 }, (_, index) =>
      given(own, 0, { error: { ...error, line: from + index } }),
    )
  const edges = ['a', 'b', 'c', 'd']
  await Promise.all(edges.map((edge, index) => report(failing(index * 300), edge)))
  const rows: { message: string; count: number }[] = await errors('?version=1.1.0')
  expect(rows).toHaveLength(201)
  expect(rows[0]).toMatchObject({ message: 'others' })
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1202)
  expect(await errors('?version=1.0.0')).toEqual([])
})

test('registries agree on the keys of words, and an edge learns a new one before it is used', async () => {
  const { queries } = fixture.registry.database
  const other = await fixture.open()
  const keys = async () => (await report([])).keys
  const [first, ...none] = await keys()
  expect(none).toEqual([])
  const age = (key: { id: string } | undefined, hours: number) =>
    queries
      .update(tokenKeys)
      .set({ madeAt: new Date(Date.now() - hours * hourMs) })
      .where(eq(tokenKeys.id, key?.id ?? ''))
  await age(first, 25)

  const answers = await Promise.all(
    [fixture.registry, other, fixture.registry, other].map(async (registry, index) => {
      const answer = await registry.routes.request(`/registry/edges/${index}:1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${registry.readerToken}` },
        body: JSON.stringify({ visits: {}, damaged: {} }),
      })
      return edgeAnswerSchema.parse(await answer.json()).keys
    }),
  )
  const [signing, second] = answers[0] ?? []
  expect(signing).toEqual(first)
  expect(second?.id).not.toBe(first?.id)
  expect(answers).toEqual(answers.map(() => answers[0]))
  await age(second, 1)
  expect(await keys()).toEqual([second, first])
  await age(second, 25)
  expect((await keys()).map(({ id }) => id)).toEqual([second?.id, expect.any(String)])
  await other.close()
})

test('what cannot be counted stops no change', async () => {
  const rolling = await newRollout('uncounted')
  await fixture.registry.database.queries.execute(sql`alter table exposures rename to lost`)
  onTestFinished(async () => {
    await fixture.registry.database.queries.execute(sql`alter table lost rename to exposures`)
  })
  for (const path of ['/apps', `/apps/${rolling}`])
    expect((await call('GET', path)).status, path).toBe(200)
})
