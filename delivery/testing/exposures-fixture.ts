import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { audit, exposures } from '../registry/tables/schema.ts'
import { edgeAnswerSchema } from '../rollouts/edge-report.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import type { Signal } from '../rollouts/signal.ts'
import { rollout, type setUpTestRegistry } from './registry-fixture.ts'
import { remoteBuild } from './releases-fixture.ts'

const minuteMs = 60_000

/** A visitor of this number, as edges send it. */
export const visitorOf = (number: number): string => `visitor-${number}`.padEnd(16, '-')

/** Reports of edges to a test's registry, and what it makes of them. */
export function setUpExposures(fixture: ReturnType<typeof setUpTestRegistry>) {
  const { upload, newTeam, change, call } = fixture
  let pages = 0

  /** An app with a stable release and one that half of all visitors are given. */
  async function newRollout(app: string): Promise<string> {
    const team = await newTeam(app)
    for (const version of ['1.0.0', '1.1.0']) await upload(team, remoteBuild(app, version, 10))
    await change(app, rollout('1.0.0'), team)
    await change(app, { ...rollout('1.1.0', 50), force: true }, { ...team, reason: 'planted' })
    return app
  }

  /** A page that was given the candidate some minutes ago. */
  const given = (app: string, minutesAgo = 0, more: Partial<Exposure> = {}): Exposure => ({
    id: `page-${(pages += 1)}`.padEnd(16, '-'),
    app,
    version: '1.1.0',
    arm: 'candidate',
    at: Date.now() - minutesAgo * minuteMs,
    // An owner's, unless the test says otherwise.
    knownSince: 0,
    ...more,
  })

  const send = (reported: Exposure[], token: string, edge = 'a:1') =>
    call('POST', `/edges/${edge}`, {
      token,
      body: { damaged: {}, exposures: reported },
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

  /** As if the rollout had begun some hours ago. */
  async function beganHoursAgo(app: string, hours: number): Promise<void> {
    const at = new Date(Date.now() - hours * 60 * minuteMs)
    await fixture.registry.database.queries.update(audit).set({ at }).where(eq(audit.app, app))
  }

  /** As if all that was reported of an app had come some minutes earlier. */
  async function cameMinutesAgo(app: string, minutes: number): Promise<void> {
    const receivedAt = sql`received_at - ${minutes} * interval '1 minute'`
    const { queries } = fixture.registry.database
    await queries.update(exposures).set({ receivedAt }).where(eq(exposures.app, app))
  }

  return {
    newRollout,
    given,
    send,
    report,
    signalOf,
    armsOf: async (app: string) => (await signalOf(app)).arms,
    figuresOf: async (app: string) => (await signalOf(app)).figures,
    beganHoursAgo,
    cameMinutesAgo,
  }
}
