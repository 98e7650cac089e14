import { flagDefinitions } from '@errand/contract/flags'
import type { Context, MiddlewareHandler } from 'hono'

import { logRarely } from '../platform/log.ts'
import { flagNameOf, isAppName } from '../rollouts/channel.ts'
import { actorHeader, hashToken, isTokenOf, readActor } from '../signing/credentials.ts'
import { keyIdOf, publicKeyOf } from '../signing/keys.ts'
import { fingerprintOf, looksLikeConsoleToken, readConsoleToken } from './console/console-token.ts'
import type { AuditContext, RegistryContext } from './context.ts'
import { Refusal } from './refusal.ts'
import type { Database, Queries } from './tables/definition.ts'
import {
  addAudit,
  incrementRevision,
  findApp,
  findAppByToken,
  lockApp,
  lockDocument,
  saveApp,
} from './tables/queries.ts'

/** The owner of a token: an admin, a team for its app, or a reader. */
export type Principal = { kind: 'admin' } | { kind: 'app'; app: string } | { kind: 'reader' }

/** SHA-256 of the tokens that belong to no app. */
export interface TokenHashes {
  admin: string
  /** The edge's own. */
  reader: string
}

/** The owner of a lasting token; undefined if it is unknown. */
async function findPrincipal(
  queries: Queries,
  hashes: TokenHashes,
  token: string,
): Promise<Principal | undefined> {
  if (isTokenOf(hashes.admin, token)) return { kind: 'admin' }
  if (isTokenOf(hashes.reader, token)) return { kind: 'reader' }
  const app = await findAppByToken(queries, hashToken(token))
  return app === undefined ? undefined : { kind: 'app', app }
}

/** Whom a console token stands for; undefined if it ended, or the token that it was made with. */
async function findConsoleCaller(
  queries: Queries,
  hashes: TokenHashes,
  token: string,
  publicKey: string,
): Promise<Omit<Caller, 'tokenHash'> | undefined> {
  const content = await readConsoleToken(token, publicKey)
  if (content === undefined) return undefined
  const { app, actor, madeWith, exp } = content
  const tokenHash = app === null ? hashes.admin : (await findApp(queries, app))?.tokenHash
  if (!tokenHash || fingerprintOf(tokenHash) !== madeWith) return undefined
  const principal: Principal = app === null ? { kind: 'admin' } : { kind: 'app', app }
  return { principal, actor, expiresAt: new Date(exp * 1000) }
}

/** Whether the owner of a token may change this app or feature flag. */
function canChange(principal: Principal, app: string): boolean {
  if (principal.kind !== 'app') return principal.kind === 'admin'
  const flag = flagNameOf(app)
  return principal.app === (flag === undefined ? app : ownerOfFlag(flag))
}

/** A flag that the contract does not know belongs to the admin. */
const ownerOfFlag = (name: string): string | undefined =>
  new Map(Object.entries(flagDefinitions)).get(name)?.owner

/** Who makes a request. */
interface Caller {
  principal: Principal
  actor: string
  /** SHA-256 of the token. */
  tokenHash: string
  /** Null for a token that is valid until it is taken back. */
  expiresAt: Date | null
}

/** The environment of a request with a known token. */
export interface AuthenticatedEnv {
  Variables: Caller
}

/** The environment of a request that may change the app in its path. */
export interface AuditEnv {
  Variables: AuthenticatedEnv['Variables'] & { audit: AuditContext }
}

/** Accepts requests with a known token. */
export function requireKnownToken(
  context: RegistryContext,
  hashes: TokenHashes,
): MiddlewareHandler<AuthenticatedEnv> {
  const { queries } = context.database
  const publicKey = publicKeyOf(context.ticketKey)
  return async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const caller = looksLikeConsoleToken(token)
      ? await findConsoleCaller(queries, hashes, token, publicKey)
      : await findLastingCaller(token, c.req.header(actorHeader))
    if (!caller) {
      const refusal = new Refusal(
        'unauthenticated',
        'The registry needs a token that it knows and that has not expired.',
      )
      logRarely('token refused', refusal)
      throw refusal
    }
    c.set('principal', caller.principal)
    c.set('actor', caller.actor)
    c.set('tokenHash', hashToken(token))
    c.set('expiresAt', caller.expiresAt)
    await next()
  }

  async function findLastingCaller(token: string, actor: string | undefined) {
    const principal = token === '' ? undefined : await findPrincipal(queries, hashes, token)
    return principal && { principal, actor: actorOf(principal, readActor(actor)), expiresAt: null }
  }
}

/** Accepts requests that may change the app in the path. */
export function requireOwner(context: RegistryContext): MiddlewareHandler<AuditEnv> {
  return async (c, next) => {
    const { principal, actor } = c.var
    const audit = { app: appOf(c), actor }
    c.set('audit', audit)
    await refuseNonOwner(context, principal, audit)
    await next()
  }
}

/** Accepts requests of admins. */
export function requireAdmin(context: RegistryContext): MiddlewareHandler<AuditEnv> {
  return async (c, next) => {
    const { principal, audit, expiresAt } = c.var
    if (principal.kind !== 'admin') return forbid(context, audit, 'Only an admin may do this.')
    // What it made would be there when it has expired.
    if (expiresAt !== null)
      return forbid(context, audit, 'A console token makes no keys and tokens.')
    return next()
  }
}

/** Refuses a request that may not change the app, and audits it. */
export async function refuseNonOwner(
  context: RegistryContext,
  principal: Principal,
  audit: AuditContext,
): Promise<void> {
  if (canChange(principal, audit.app)) return
  await forbid(context, audit, `This token may not change ${audit.app}.`)
}

/** Refuses a request for want of permission, and audits it. */
export async function forbid(
  context: RegistryContext,
  audit: AuditContext,
  message: string,
): Promise<never> {
  await auditRefusal(context, audit, message)
  throw new Refusal('forbidden', message)
}

/** Audits refusals that look like an attack. */
export function auditSuspicious(context: RegistryContext): MiddlewareHandler<AuditEnv> {
  return async (c, next) => {
    await next()
    const { error } = c
    if (error instanceof Refusal && error.isSuspicious) {
      await auditRefusal(context, c.var.audit, error.message)
    }
  }
}

async function auditRefusal({ database }: RegistryContext, audit: AuditContext, reason: string) {
  await addAudit(database.queries, { ...audit, action: 'refused', reason })
}

/** The app in the path of a request. */
export function appOf(c: Context): string {
  const app = c.req.param('app') ?? ''
  if (!isAppName(app)) throw new Refusal('not_found', `There can be no app called "${app}".`)
  return app
}

function actorOf(principal: Principal, name: string): string {
  const tokenOwner = principal.kind === 'app' ? principal.app : principal.kind
  return name === '' ? tokenOwner : `${tokenOwner} (${name})`
}

/** Adds a signing key to an app, creating a new app; returns the key's id. */
export async function addKey(
  database: Database,
  audit: AuditContext,
  pem: string,
): Promise<string> {
  const publicKey = readKey(pem)
  const keyId = keyIdOf(publicKey)
  await database.transaction(async (queries) => {
    // The document is locked first, as with every change: otherwise two changes could deadlock.
    await lockDocument(queries)
    const app = await lockApp(queries, audit.app)
    if (Object.hasOwn(app.publicKeys, keyId)) return
    const { [keyId]: _retired, ...retiredKeys } = app.retiredKeys
    const publicKeys = { ...app.publicKeys, [keyId]: publicKey }
    await saveApp(queries, { ...app, publicKeys, retiredKeys })
    await addAudit(queries, { ...audit, action: 'add key', after: { keyId } })
    await incrementRevision(queries)
  })
  return keyId
}

/** Removes a signing key; releases that it signed stay published. */
export function removeKey(database: Database, audit: AuditContext, keyId: string): Promise<void> {
  return database.transaction(async (queries) => {
    const app = await lockApp(queries, audit.app)
    const { [keyId]: removed, ...publicKeys } = app.publicKeys
    if (removed === undefined) throw new Refusal('not_found', `${audit.app} has no key ${keyId}.`)
    const retiredKeys = { ...app.retiredKeys, [keyId]: removed }
    await saveApp(queries, { ...app, publicKeys, retiredKeys })
    await addAudit(queries, { ...audit, action: 'remove key', before: { keyId } })
  })
}

/** Sets or removes the app's deploy token; the previous one becomes invalid. */
export function setToken(
  database: Database,
  audit: AuditContext,
  tokenHash: string | null,
): Promise<void> {
  return database.transaction(async (queries) => {
    const app = await lockApp(queries, audit.app)
    await saveApp(queries, { ...app, tokenHash })
    await addAudit(queries, { ...audit, action: tokenHash === null ? 'remove token' : 'new token' })
  })
}

function readKey(pem: string): string {
  try {
    return publicKeyOf(pem)
  } catch {
    throw new Refusal('validation_failed', 'publicKey must be an Ed25519 public key as PEM.')
  }
}
