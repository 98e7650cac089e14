import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { edgeAnswerSchema } from '../rollouts/edge-report.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import { setUpExposures } from '../testing/exposures-fixture.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'
import { tokenKeys } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { newTeam, call } = fixture
const { newRollout, given, send, report, armsOf, beganHoursAgo } = setUpExposures(fixture)
const hourMs = 60 * 60_000

let app = ''
beforeAll(async () => {
  app = await newRollout('remote-jobs')
})

test('a page counts once, however often and in whichever order it is reported', async () => {
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

test('parallel reports of the same pages all succeed', async () => {
  const own = await newRollout('remote-both')
  const all = Array.from({ length: 1000 }, () => given(own))
  const ready = all.map((page): Exposure => ({ ...page, verdict: 'ready', readyMs: 100 }))
  const edges = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    edges.map((edge, index) => report(index % 2 === 0 ? all : ready.toReversed(), edge)),
  )
  expect((await armsOf(own))[0]).toMatchObject({ exposures: 1000, ready: 1000 })
})

test('exposures that are too old or of unknown releases are ignored, and the rest counts', async () => {
  const own = await newRollout('remote-old')
  await beganHoursAgo(own, 72)
  const verdict = { verdict: 'ready', readyMs: 5 } as const
  await report([
    given(own, 46 * 60, verdict),
    given(own, 0, { ...verdict, version: '9.9.9' }),
    given('remote-none', 0, verdict),
    given(own, 0, { ...verdict, version: '1.1.0\0' }),
    given(own, 44 * 60, verdict),
  ])
  expect((await armsOf(own))[0]).toMatchObject({ exposures: 1, ready: 1 })
  const team = await newTeam('remote-foreign')
  expect((await send([], team.token)).status).toBe(403)
})

test('an error counts once per page, and errors over the limit share one row', async () => {
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

test('exposures from an edge whose clock is ahead are dated now', async () => {
  const own = await newRollout('remote-ahead')
  const error = { message: 'x is undefined', file: 'static/js/a.js', line: 1, column: 20 }
  await report([given(own, -90, { verdict: 'failed', kind: 'render', error })])
  expect((await armsOf(own))[0]).toMatchObject({ exposures: 1, failed: 1 })
  const { body } = await call('GET', `/apps/${own}/errors`)
  expect(Date.parse(body.errors[0].lastAt)).toBeLessThanOrEqual(Date.now())
})

test('registries share the page token keys, and edges get a new one before it is used', async () => {
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
        body: JSON.stringify({ damaged: {} }),
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
  expect((await keys()).map(({ id }) => id)).toEqual([second?.id, expect.any(String), first?.id])
  await other.close()
})

test('apps can be read while their figures cannot', async () => {
  const rolling = await newRollout('uncounted')
  await fixture.registry.database.queries.execute(sql`alter table exposures rename to lost`)
  onTestFinished(async () => {
    await fixture.registry.database.queries.execute(sql`alter table lost rename to exposures`)
  })
  for (const path of ['/apps', `/apps/${rolling}`])
    expect((await call('GET', path)).status, path).toBe(200)
})
