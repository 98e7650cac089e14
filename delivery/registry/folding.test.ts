import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Exposure } from '../rollouts/exposure.ts'
import { setUpExposures, visitorOf } from '../testing/exposures-fixture.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { foldExposures } from './signal/fold.ts'
import { audit, channels, exposureCounts, exposures } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { change } = fixture
const { newRollout, given, report, signalOf, armsOf, beganHoursAgo, cameMinutesAgo } =
  setUpExposures(fixture)
const hourMs = 60 * 60_000

test('folding keeps the counts, and a page repeated afterwards does not count again', async () => {
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

test('folding does not change the figures of a rollout or a step of its plan', async () => {
  const own = await newRollout('remote-begun')
  const { queries } = fixture.registry.database
  const minuteMs = 60_000
  // In the middle of a minute and of an hour.
  const begin = Math.floor(Date.now() / hourMs) * hourMs - 4 * hourMs + 20.5 * minuteMs
  await queries
    .update(audit)
    .set({ at: new Date(begin) })
    .where(eq(audit.app, own))
  const steps = [{ weight: 50_000, seconds: 60 }]
  await change(own, { ...rollout('1.1.0', 50), plan: { steps } })
  const stepBegin = new Date(begin + 30 * minuteMs)
  await queries
    .update(audit)
    .set({ at: stepBegin })
    .where(and(eq(audit.app, own), sql`${audit.after}->>'plan' is not null`))
  const since = JSON.stringify(stepBegin.toISOString())
  await queries
    .update(channels)
    .set({ plan: sql`jsonb_set(${channels.plan}, '{since}', ${since}::jsonb)` })
    .where(eq(channels.app, own))
  // One before the rollout, and those of the begun minutes.
  const seconds = [-10, 1, 10, 300, 1790, 1805, 1815, 3000]
  await report(
    seconds.flatMap((second, index) => {
      const at = begin + second * 1000
      const well = { visitor: visitorOf(index), verdict: 'ready', readyMs: 90, at } as const
      const ill = { ...well, verdict: 'failed', kind: 'render' } as const
      return [given(own, 0, ill), given(own, 0, { ...well, version: '1.0.0', arm: 'stable' })]
    }),
  )
  await cameMinutesAgo(own, 150)
  const before = (await signalOf(own)).figures
  expect(before).toMatchObject({ candidate: { visitors: 7 }, stable: { visitors: 7 } })

  const { database } = fixture.registry
  while (await foldExposures(database));
  const after = (await signalOf(own)).figures
  const { evidence, ...counted } = before ?? {}
  expect(after).toMatchObject({ ...counted, ofStep: 3 })
  expect(after?.evidence.worse.now).toBeCloseTo(evidence?.worse.now ?? 0)
  while (await foldExposures(database, Date.now() + 50 * hourMs));
  const { candidate, stable, ofStep } = (await signalOf(own)).figures ?? {}
  expect({ candidate, stable, ofStep }).toMatchObject({
    candidate: { visitors: 7 },
    stable: { visitors: 7 },
    ofStep: 3,
  })
})

test('no page is kept for longer than two days, however late it was reported', async () => {
  const own = await newRollout('remote-old')
  await report([given(own, 46 * 60, { visitor: visitorOf(1) })])
  await report([given(own, 44 * 60 + 1, { visitor: visitorOf(2) })])
  const { database } = fixture.registry
  while (await foldExposures(database, Date.now() + 4 * hourMs));
  const kept = await database.queries.select().from(exposures).where(eq(exposures.app, own))
  expect(kept).toEqual([])
})

test('a failed or concurrent fold changes nothing', async () => {
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
