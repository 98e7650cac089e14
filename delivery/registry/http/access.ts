import type { Context, MiddlewareHandler } from 'hono'

import { findPrincipal, mayChange, type Principal, type TokenHashes } from '../access/principal.ts'
import type { Deed, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { addAudit } from '../tables/audit.ts'

/** A request of somebody whose token is known. */
export interface KnownEnv {
  Variables: { principal: Principal }
}

/** A request of somebody who may change the app in its path. */
export interface DeedEnv {
  Variables: KnownEnv['Variables'] & { deed: Deed }
}

/** The header in which a caller says who, of the team whose token it is, does it. */
export const actorHeader = 'errand-actor'

const appName = /^[a-z][a-z\d-]{0,63}$/

/** Lets requests with a known token pass. */
export function knownOnly(
  context: RegistryContext,
  hashes: TokenHashes,
): MiddlewareHandler<KnownEnv> {
  return async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const principal = token && (await findPrincipal(context.database.queries, hashes, token))
    if (!principal) throw new Refusal('unauthenticated', 'Send a token that the registry knows.')
    c.set('principal', principal)
    await next()
  }
}

/** Lets those pass who may change the app in the path; keeps a note of the others. */
export function ownersOnly(context: RegistryContext): MiddlewareHandler<DeedEnv> {
  return async (c, next) => {
    const { principal } = c.var
    const deed = { app: appOf(c), actor: actorOf(c, principal) }
    c.set('deed', deed)
    if (mayChange(principal, deed.app)) return next()
    await noteRefusal(context, deed, `${c.req.method} ${c.req.path}`)
    throw new Refusal('forbidden', `This token may not change ${deed.app}.`)
  }
}

/** Lets admins pass. */
export function adminsOnly(context: RegistryContext): MiddlewareHandler<DeedEnv> {
  return async (c, next) => {
    if (c.var.principal.kind === 'admin') return next()
    await noteRefusal(context, c.var.deed, `${c.req.method} ${c.req.path}`)
    throw new Refusal('forbidden', 'Only an admin may do this.')
  }
}

/** Keeps a note when somebody tries what they should not have. */
export function noteSuspicious(context: RegistryContext): MiddlewareHandler<DeedEnv> {
  return async (c, next) => {
    await next()
    const { error } = c
    if (error instanceof Refusal && error.isSuspicious) {
      await noteRefusal(context, c.var.deed, error.message)
    }
  }
}

async function noteRefusal({ database }: RegistryContext, deed: Deed, reason: string) {
  await addAudit(database.queries, { ...deed, action: 'refused', reason })
}

/** The app in the path of a request. */
export function appOf(c: Context): string {
  const app = c.req.param('app') ?? ''
  if (!appName.test(app)) throw new Refusal('not_found', `There can be no app called "${app}".`)
  return app
}

function actorOf(c: Context, principal: Principal): string {
  const whose = principal.kind === 'app' ? principal.app : principal.kind
  const name = c.req
    .header(actorHeader)
    ?.replaceAll(/[^\w .@+-]/g, '')
    .slice(0, 64)
  return name ? `${whose} (${name})` : whose
}
