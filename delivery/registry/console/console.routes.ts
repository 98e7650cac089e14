import { Hono } from 'hono'
import * as z from 'zod/mini'

import { forbid, type AuthenticatedEnv } from '../access.ts'
import type { RegistryContext } from '../context.ts'
import { readBody, Refusal } from '../refusal.ts'
import { addAudit } from '../tables/queries.ts'
import { fingerprintOf, maxConsoleTokenSeconds, signConsoleToken } from './console-token.ts'

const tokenRequestSchema = z.object({
  seconds: z.int().check(z.gte(1), z.lte(maxConsoleTokenSeconds)),
})

/** What is audited of no app in particular. */
const allApps = '*'

/** Expiring tokens for the console, made with a lasting one. */
export function consoleTokensRoutes(context: RegistryContext, consoleUrl: string | undefined) {
  return new Hono<AuthenticatedEnv>().post('/', async (c) => {
    const { seconds } = await readBody(c, tokenRequestSchema)
    const { principal, actor, tokenHash, expiresAt } = c.var
    if (principal.kind === 'reader')
      throw new Refusal('forbidden', 'The token of an edge only reads.')
    const app = principal.kind === 'app' ? principal.app : null
    const audit = { app: app ?? allApps, actor }
    if (expiresAt !== null) return forbid(context, audit, 'A console token makes no other token.')
    const exp = Math.floor(Date.now() / 1000) + seconds
    const content = { app, actor, madeWith: fingerprintOf(tokenHash), exp }
    const token = await signConsoleToken(content, context.ticketKey)
    await addAudit(context.database.queries, { ...audit, action: 'token', after: { exp } })
    const answer = { token, expiresAt: new Date(exp * 1000).toISOString(), consoleUrl }
    return c.json(answer, 201, { 'cache-control': 'no-store' })
  })
}

/** Whose token a request has, and until when. */
export const meRoutes = () =>
  new Hono<AuthenticatedEnv>().get('/', (c) => {
    const { principal, actor, expiresAt } = c.var
    const app = principal.kind === 'app' ? principal.app : null
    const answer = { kind: principal.kind, app, actor, expiresAt: expiresAt?.toISOString() ?? null }
    return c.json(answer, 200, { 'cache-control': 'no-store' })
  })
