import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'

import { emptyChannel } from '../../rollouts/channel.ts'
import type { Signal } from '../../rollouts/signal.ts'
import { appOf, type AuthenticatedEnv } from '../access.ts'
import { readTimeline } from '../console/timeline.ts'
import type { RegistryContext } from '../context.ts'
import { listMisfits } from '../publishing/live-releases.ts'
import { Refusal } from '../refusal.ts'
import { listFailing } from '../signal/failing-releases.ts'
import { readRolloutSignals, readSignals } from '../signal/read-signal.ts'
import { listErrors } from '../signal/release-errors.ts'
import { findSources } from '../signal/source-places.ts'
import {
  findApp,
  findChannel,
  findRelease,
  listApps,
  listChannels,
  listReleases,
  manifestOf,
  type ChannelRow,
  type ReleaseRow,
} from '../tables/queries.ts'
import { listSightings } from '../tables/sightings.ts'

/** How long a signal of all rollouts is kept. */
const keptMs = 1000

/** What there is: apps, their channels and their releases. */
export function appsRoutes({ database, releasesDir, logError }: RegistryContext) {
  // Several people look at once, and again every few seconds.
  const rolloutSignals = new LRUCache<string, Map<string, Signal[]>, ChannelRow[]>({
    max: 10,
    ttl: keptMs,
    fetchMethod: (_key, _kept, { context }) => readRolloutSignals(database.queries, context),
  })

  return new Hono<AuthenticatedEnv>()
    .get('/', async (c) => {
      const apps = await listApps(database.queries)
      const channels = await listChannels(database.queries)
      const misfits = await listMisfits(database.queries)
      const sightingsOf = await listSightings(database.queries)
      const failing = await orNone(listFailing(database.queries), [])
      const channelByApp = new Map(channels.map((channel) => [channel.app, channelView(channel)]))
      const signals = await orNone(signalsOfRollouts(channels), new Map<string, Signal[]>())
      return c.json({
        apps: apps.map(({ name }) => ({
          app: name,
          channel: channelByApp.get(name) ?? { ...emptyChannel(name), changedAt: null },
          fitsHost: !misfits.includes(name),
          ...sightingsOf(name),
          failing: failing.filter((release) => release.app === name),
          signals: signals.get(name) ?? [],
        })),
      })
    })
    .get('/:app', async (c) => {
      const { name, publicKeys } = await existingApp(appOf(c))
      const channel = await findChannel(database.queries, name)
      const releases = await listReleases(database.queries, name)
      const sightings = (await listSightings(database.queries))(name)
      const failing = await orNone(listFailing(database.queries), [])
      const read = channel ? readSignals(database.queries, channel) : Promise.resolve([])
      const signals = await orNone(read, [])
      const view = channel ? channelView(channel) : { ...emptyChannel(name), changedAt: null }
      const described = {
        channel: view,
        releases: releases.map(releaseView),
        ...sightings,
        failing: failing.filter((release) => release.app === name),
        signals,
      }
      return c.json({ app: name, publicKeys, ...described }, 200, { etag: `"${view.revision}"` })
    })
    .get('/:app/timeline', async (c) => {
      const { name } = await existingApp(appOf(c))
      const timeline = await readTimeline(database.queries, name)
      return c.json(timeline ?? null)
    })
    .get('/:app/errors', async (c) => {
      const { name } = await existingApp(appOf(c))
      const version = c.req.query('version')
      // A mistyped one would look like a release without errors.
      if (version !== undefined && !(await findRelease(database.queries, name, version)))
        throw new Refusal('not_found', `${name} has no release ${version}; look at its status.`)
      const errors = await listErrors(database.queries, { app: name, version })
      const sources = await findSources(releasesDir, errors).catch((error: unknown) => {
        logError('the source maps could not be read', error)
        return errors.map(() => null)
      })
      return c.json({
        errors: errors.map((error, index) => ({ ...error, source: sources[index] })),
      })
    })

  /** As of a second ago, but of the rollouts as they are now. */
  function signalsOfRollouts(channels: ChannelRow[]): Promise<Map<string, Signal[]>> {
    const rollouts = channels.filter(({ candidate }) => candidate !== null)
    const key = rollouts.map(({ app, revision }) => `${app}@${revision}`).join(' ')
    return rolloutSignals.forceFetch(key, { context: rollouts })
  }

  /** Every change reads the app first: one has to be possible while this cannot be read. */
  async function orNone<T>(read: Promise<T>, none: T): Promise<T> {
    return read.catch((error: unknown) => {
      logError('the signal could not be read', error)
      return none
    })
  }

  async function existingApp(name: string) {
    const app = await findApp(database.queries, name)
    if (app === undefined) throw new Refusal('not_found', `The registry knows no app ${name}.`)
    return app
  }
}

/** A release as the registry sends it. */
export const releaseView = (row: ReleaseRow) => ({
  app: row.app,
  version: row.version,
  kind: manifestOf(row).kind,
  keyId: row.keyId,
  commit: row.commit,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: row.publishedBy,
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

/** A channel as the registry sends it. */
export const channelView = ({ changedAt, ...channel }: ChannelRow) => ({
  ...channel,
  changedAt: changedAt.toISOString(),
})

/** The document that says who runs what: each edge asks for it every second. */
export function documentRoutes({ document }: RegistryContext) {
  return new Hono<AuthenticatedEnv>().get('/document', async (c) => {
    const { text, etag } = await document.read()
    const headers = { 'cache-control': 'no-cache', etag }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    return c.body(text, 200, { ...headers, 'content-type': 'application/json' })
  })
}
