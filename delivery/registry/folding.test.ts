import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Exposure } from '../rollouts/exposure.ts'
import { setUpExposures, visitorOf } from '../testing/exposures-fixture.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'
import { foldExposures } from './signal/fold.ts'
import { exposureCounts, exposures } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { change } = fixture
const { newRollout, given, report, signalOf, armsOf, beganHoursAgo, cameMinutesAgo } =
  setUpExposures(fixture)
const hourMs = 60 * 60_000

test('counts are the same before and after they are folded, and a page that is repeated then counts no more', async () => {
  const own = await newRollout('remote-fold')
  await beganHoursAgo(own, 60)
  const { database } = fixture.registry
  const stable = { version: '1.0.0', arm: 'stable' } as const
  const reported60: Exposure[] = Array.from({ length: 60 }, (_, index) => {
    const minutesAgo = 150 + Math.floor(index / 10) * 7
    const ready = { verdict: 'ready', readyMs: 200 + index * 40 } as const
    const visitor = visitorOf(index)
    const kind = index < 30 ? 'import' : 'chunk'
    if (index % 10 === 1) return given(own, minutesAgo, { visitor })
    if (index % 10 === 2) return given(own, minutesAgo, { visitor, verdict: 'failed', kind })
    if (index % 10 === 3) return given(own, minutesAgo, { visitor, verdict: 'left' })
    // Another page of a visitor, and one of a visitor who is no evidence.
    if (index % 10 === 7)
      return given(own, minutesAgo - 1, { ...ready, visitor: visitorOf(index - 2) })
    if (index % 10 === 9) return given(own, minutesAgo, ready)
    return given(own, minutesAgo, { ...(index % 2 === 0 && stable), ...ready, visitor })
  })
  await report(reported60)
  await report([
    { ...reported60[5], verdict: 'failed', kind: 'blank', isReplaced: true } as Exposure,
  ])
  await cameMinutesAgo(own, 150)
  await report([given(own, 150, { verdict: 'ready', readyMs: 90 })])
  const before = await signalOf(own)
  expect(before.arms).toMatchObject([
    { arm: 'candidate', exposures: 37, ready: 19, failed: 6, silent: 6, left: 6, failedLater: 1 },
    { arm: 'stable', exposures: 24, ready: 24 },
  ])
  expect(before.arms[0]).toMatchObject({ fallbacks: 1, failedLaterByKind: { blank: 1 } })
  expect(before.figures).toMatchObject({
    candidate: { visitors: 18, failed: 4, filesMissing: 3, silent: 6, left: 6, warmPages: 6 },
    stable: { visitors: 24, failed: 0, left: 0, warmPages: 0 },
  })
  expect(before.figures?.evidence.worse.highest).toBeGreaterThan(1)

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
  await cameMinutesAgo(own, 150)
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
  await cameMinutesAgo(own, 200)
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
