import type { Context, MiddlewareHandler } from 'hono'

import { findPrincipal, mayChange, type Principal, type TokenHashes } from '../access/principal.ts'
import { actorHeader, readActor } from '../actor.ts'
import type { Deed, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { addAudit } from '../tables/audit.ts'

/** A request of somebody whose token is known. */
export interface KnownEnv {
  Variables: { principal: Principal; actor: string }
}

/** A request of somebody who may change the app in its path. */
export interface DeedEnv {
  Variables: KnownEnv['Variables'] & { deed: Deed }
}

/** An app, or the channel of a feature flag. */
const appName = /^(flag:)?[a-z][a-z\d-]{0,63}$/

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
    c.set('actor', actorOf(principal, readActor(c.req.header(actorHeader))))
    await next()
  }
}

/** Lets those pass who may change the app in the path. */
export function ownersOnly(context: RegistryContext): MiddlewareHandler<DeedEnv> {
  return async (c, next) => {
    const { principal, actor } = c.var
    const deed = { app: appOf(c), actor }
    c.set('deed', deed)
    await refuseStranger(context, principal, deed)
    await next()
  }
}

/** Lets admins pass. */
export function adminsOnly(context: RegistryContext): MiddlewareHandler<DeedEnv> {
  return async (c, next) => {
    const { principal, deed } = c.var
    if (principal.kind === 'admin') return next()
    const message = 'Only an admin may do this.'
    await noteRefusal(context, deed, message)
    throw new Refusal('forbidden', message)
  }
}

/** Refuses whoever may not change the app, and keeps a note of it. */
export async function refuseStranger(
  context: RegistryContext,
  principal: Principal,
  deed: Deed,
): Promise<void> {
  if (mayChange(principal, deed.app)) return
  const message = `This token may not change ${deed.app}.`
  await noteRefusal(context, deed, message)
  throw new Refusal('forbidden', message)
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

function actorOf(principal: Principal, name: string): string {
  const whose = principal.kind === 'app' ? principal.app : principal.kind
  return name === '' ? whose : `${whose} (${name})`
}
