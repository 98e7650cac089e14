import { Hono } from 'hono'
import * as z from 'zod/mini'

import { changeSchema } from '../../rollouts/change.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { changeChannel } from '../changes/change-channel.ts'
import type { RegistryContext } from '../context.ts'
import { collectReleases, defaultKeptDays } from '../publishing/collect.ts'
import { Refusal } from '../refusal.ts'
import { findApp } from '../tables/apps.ts'
import type { DeedEnv } from './access.ts'
import { readBody } from './json-body.ts'
import { channelView } from './views.ts'

const changeRequestSchema = z.object({
  change: changeSchema,
  reason: z.optional(z.string().check(z.maxLength(1000))),
  isDryRun: z._default(z.boolean(), false),
})

const collectRequestSchema = z.object({
  olderThanDays: z._default(z.number().check(z.gte(0)), defaultKeptDays),
  isDryRun: z._default(z.boolean(), false),
})

/** What is done to an app's channel, and to the files that it left behind. */
export function changesRoutes(context: RegistryContext) {
  return new Hono<DeedEnv>()
    .post('/changes', async (c) => {
      const { change, reason, isDryRun } = await readBody(c, changeRequestSchema)
      const { deed } = c.var
      const isFlag = flagNameOf(deed.app) !== undefined
      if (!isFlag && (await findApp(context.database.queries, deed.app)) === undefined) {
        throw new Refusal('not_found', `The registry knows no app ${deed.app}.`)
      }
      const isExpected = readIfMatch(c.req.header('if-match'))
      const request = { ...deed, changes: [change], reason, isDryRun, isExpected }
      const channel = await changeChannel(context, request)
      return c.json(channelView(channel), 200, { etag: `"${channel.revision}"` })
    })
    .post('/gc', async (c) => {
      const request = await readBody(c, collectRequestSchema)
      return c.json({ versions: await collectReleases(context, { ...c.var.deed, ...request }) })
    })
}

/** Without the header every revision will do. */
function readIfMatch(header: string | undefined): (revision: number) => boolean {
  if (header === undefined || header === '*') return () => true
  const tags = new Set(header.split(',').map((tag) => tag.trim()))
  if (![...tags].every((tag) => /^"\d+"$/.test(tag))) {
    throw new Refusal('malformed_request', 'If-Match must be a revision in double quotes: "3".')
  }
  return (revision) => tags.has(`"${revision}"`)
}
