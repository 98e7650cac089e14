import { Hono } from 'hono'
import * as z from 'zod/mini'

import { localRemotesSchema } from '../../rollouts/local-remote.ts'
import { longestTicketSeconds, signTicket } from '../../rollouts/ticket.ts'
import { refuseStranger, type KnownEnv } from '../access.ts'
import type { RegistryContext } from '../context.ts'
import { liveReleases, refuseLocalMisfit } from '../publishing/live-releases.ts'
import { Refusal, readBody } from '../refusal.ts'
import { addAudit, findRelease } from '../tables/queries.ts'

const ticketRequestSchema = z.object({
  /** The version that the ticket gives of each app. */
  apps: z._default(z.record(z.string(), z.string()), {}),
  /** The remotes that run on the machine of whoever asks. */
  local: z._default(localRemotesSchema, {}),
  seconds: z._default(z.int().check(z.gte(1)), 60 * 60),
})

/** Permissions to see what no rollout gives: in one tab, and for a short time. */
export function ticketsRoutes(context: RegistryContext) {
  const { queries } = context.database
  return new Hono<KnownEnv>().post('/', async (c) => {
    const { seconds, ...asked } = await readBody(c, ticketRequestSchema)
    if (seconds > longestTicketSeconds(asked))
      throw new Refusal('validation_failed', 'A ticket cannot be for so long.')
    const exp = Math.floor(Date.now() / 1000) + seconds
    const { principal, actor } = c.var
    for (const [app, version] of Object.entries(asked.apps)) {
      await refuseStranger(context, principal, { app, actor })
      await refuseUnpublished(app, version)
      await addAudit(queries, { app, actor, action: 'ticket', after: { version, exp } })
    }
    for (const [app, local] of Object.entries(asked.local)) {
      await refuseStranger(context, principal, { app, actor })
      refuseLocal()
      refuseLocalMisfit(app, local, await liveReleases(queries, {}))
      await addAudit(queries, { app, actor, action: 'ticket', after: { local: local.origin, exp } })
    }
    const ticket = await signTicket({ ...asked, exp }, context.ticketKey)
    return c.json({ ticket, expiresAt: new Date(exp * 1000).toISOString() }, 201)
  })

  /** A deploy token alone must not bring code into a page that no key has signed. */
  function refuseLocal(): void {
    if (context.allowsLocalRemotes) return
    throw new Refusal(
      'forbidden',
      'This deployment takes no remotes from development servers; show a branch with "errand preview", or set LOCAL_REMOTES=1 for its registry and edges.',
    )
  }

  async function refuseUnpublished(app: string, version: string): Promise<void> {
    const release = await findRelease(queries, app, version)
    if (release !== undefined && release.deletedAt === null) return
    throw new Refusal('conflict', `${app} ${version} is not published; release it first.`)
  }
}
