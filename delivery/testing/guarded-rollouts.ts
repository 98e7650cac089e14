import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { guardRollouts } from '../registry/guard/guard-loop.ts'
import { audit as auditRows, channels } from '../registry/tables/schema.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import { rollout, type setUpTestRegistry } from './registry-fixture.ts'
import { remoteBuild } from './releases-fixture.ts'

export const hourMs = 60 * 60 * 1000

/** A plan of shares, each held for some hours. */
export const plan = (...steps: [percent: number, hours: number][]) => ({
  plan: {
    steps: steps.map(([percent, hours]) => ({ weight: percent * 1000, seconds: hours * 3600 })),
  },
})

export const ready = { verdict: 'ready', readyMs: 500 } as const
export const failed = { verdict: 'failed', kind: 'render' } as const
const releases = {
  candidate: { arm: 'candidate', version: '1.1.0' },
  stable: { arm: 'stable', version: '1.0.0' },
} as const

/** What a test says of a page; an undefined member is sent as none. */
type PageParts = { [Name in keyof Exposure]?: Exposure[Name] | undefined }

/** Rollouts with visitors in a test's registry, which judges them when it is told to. */
export function setUpGuard(fixture: ReturnType<typeof setUpTestRegistry>) {
  const { call, upload, newTeam, change, audit } = fixture

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

  let visitors = 0

  /** Reports first pages of as many visitors, as an edge does; of known owners unless it says otherwise. */
  async function visit(
    app: string,
    arm: keyof typeof releases,
    count: number,
    more: PageParts | (() => PageParts) = ready,
  ): Promise<void> {
    const at = Date.now()
    const exposures = Array.from({ length: count }, () => {
      const own = typeof more === 'function' ? more() : more
      const id = `visitor-${(visitors += 1)}`.padEnd(16, '-')
      return { id, visitor: id, knownSince: 0, app, at, ...releases[arm], ...own }
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

  return {
    newRollout,
    visit,
    visitEnough,
    moveStep,
    beganMinutesAgo,
    guard: () => guardRollouts(fixture.registry),
    channelOf: async (app: string) => (await call('GET', `/apps/${app}`)).body.channel,
    /** What was done without a hand, newest first. */
    ownRows: async (app: string) =>
      (await audit(app)).filter(({ actor }) => actor === 'guard' || actor === 'plan'),
  }
}
