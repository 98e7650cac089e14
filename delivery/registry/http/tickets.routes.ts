import { Hono } from 'hono'
import * as z from 'zod/mini'

import { longestTicketSeconds, signTicket } from '../../rollouts/ticket.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { addAudit } from '../tables/audit.ts'
import { findRelease } from '../tables/releases.ts'
import { refuseStranger, type KnownEnv } from './access.ts'
import { readBody } from './json-body.ts'

const ticketRequestSchema = z.object({
  /** The version that the ticket gives of each app. */
  apps: z.record(z.string(), z.string()),
  seconds: z._default(z.int().check(z.gte(1), z.lte(longestTicketSeconds)), 60 * 60),
})

/** Permissions to see a release that no rollout gives: in one tab, and for a short time. */
export function ticketsRoutes(context: RegistryContext) {
  const { queries } = context.database
  return new Hono<KnownEnv>().post('/', async (c) => {
    const { apps, seconds } = await readBody(c, ticketRequestSchema)
    const exp = Math.floor(Date.now() / 1000) + seconds
    const { principal, actor } = c.var
    for (const [app, version] of Object.entries(apps)) {
      await refuseStranger(context, principal, { app, actor })
      const release = await findRelease(queries, app, version)
      if (release === undefined || release.deletedAt !== null) {
        throw new Refusal('conflict', `${app} ${version} is not published; release it first.`)
      }
      await addAudit(queries, { app, actor, action: 'ticket', after: { version, exp } })
    }
    const ticket = await signTicket({ apps, exp }, context.ticketKey)
    return c.json({ ticket, expiresAt: new Date(exp * 1000).toISOString() }, 201)
  })
}
