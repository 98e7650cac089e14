import { Hono } from 'hono'

import { emptyChannel } from '../../rollouts/channel.ts'
import type { RegistryContext } from '../context.ts'
import { listMisfits } from '../publishing/live-releases.ts'
import { Refusal } from '../refusal.ts'
import { findApp, listApps } from '../tables/apps.ts'
import { findChannel, listChannels } from '../tables/channels.ts'
import { listReleases } from '../tables/releases.ts'
import { appOf, type KnownEnv } from './access.ts'
import { channelView, releaseView } from './views.ts'

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
