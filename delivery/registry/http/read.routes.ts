import { createHash } from 'node:crypto'

import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

import { emptyChannel } from '../../rollouts/channel.ts'
import { publicKeyOf } from '../../signing/keys.ts'
import { appOf, type KnownEnv } from '../access.ts'
import type { RegistryContext } from '../context.ts'
import type { RevisionFeed } from '../open-registry.ts'
import { listMisfits } from '../publishing/live-releases.ts'
import { Refusal } from '../refusal.ts'
import {
  accountOf,
  findApp,
  findChannel,
  listApps,
  listChannels,
  listReleases,
  readDocument,
  type ChannelRow,
  type ReleaseRow,
} from '../tables/queries.ts'

/** What there is: apps, their channels and their releases. */
export function appsRoutes({ database }: RegistryContext) {
  return new Hono<KnownEnv>()
    .get('/', async (c) => {
      const apps = await listApps(database.queries)
      const channels = await listChannels(database.queries)
      const misfits = await listMisfits(database.queries)
      const channelByApp = new Map(channels.map((channel) => [channel.app, channelView(channel)]))
      return c.json({
        apps: apps.map(({ name }) => ({
          app: name,
          channel: channelByApp.get(name) ?? { ...emptyChannel(name), changedAt: null },
          fitsHost: !misfits.includes(name),
        })),
      })
    })
    .get('/:app', async (c) => {
      const { name, publicKeys } = await existingApp(appOf(c))
      const channel = await findChannel(database.queries, name)
      const releases = await listReleases(database.queries, name)
      const view = channel ? channelView(channel) : { ...emptyChannel(name), changedAt: null }
      return c.json(
        { app: name, publicKeys, channel: view, releases: releases.map(releaseView) },
        200,
        {
          etag: `"${view.revision}"`,
        },
      )
    })

  async function existingApp(name: string) {
    const app = await findApp(database.queries, name)
    if (app === undefined) throw new Refusal('not_found', `The registry knows no app ${name}.`)
    return app
  }
}

/** A release as the registry tells of it. */
export const releaseView = (row: ReleaseRow) => ({
  app: row.app,
  version: row.version,
  kind: accountOf(row).kind,
  keyId: row.keyId,
  commit: row.commit,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: row.publishedBy,
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

/** A channel as the registry tells of it. */
export const channelView = ({ changedAt, ...channel }: ChannelRow) => ({
  ...channel,
  changedAt: changedAt.toISOString(),
})

const heartbeatMs = 15_000

/** The document that says who runs what, and word of every change of it. */
export function documentRoutes(
  { database, ticketKey }: RegistryContext,
  { feed, stopping }: { feed: RevisionFeed; stopping: AbortSignal },
) {
  const publicKey = publicKeyOf(ticketKey)
  return new Hono<KnownEnv>()
    .get('/document', async (c) => {
      const document = JSON.stringify(await readDocument(database.queries, publicKey))
      // Of the content: another key, or a database that was restored, may have the same revision.
      const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
      const headers = { 'cache-control': 'no-cache', etag }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(document, 200, { ...headers, 'content-type': 'application/json' })
    })
    .get('/events', (c) =>
      streamSSE(c, async (stream) => {
        let last: number | undefined
        const tell = (revision: number): void => {
          // The database may tell of a change a moment after its revision was read here.
          if (revision === last) return
          last = revision
          void stream.writeSSE({ event: 'change', data: JSON.stringify({ revision }) })
        }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        const unsubscribe = feed.subscribe(tell)
        tell(await feed.current())
        const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
        stream.onAbort(end)
        stopping.addEventListener('abort', () => end(), { once: true })
        if (!stopping.aborted) await ended
        clearInterval(heartbeat)
        unsubscribe()
      }),
    )
}
