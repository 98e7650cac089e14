import { flagDefinitions } from '@errand/contract/flags'
import type { Context, MiddlewareHandler } from 'hono'

import { flagNameOf } from '../rollouts/channel.ts'
import { keyIdOf, publicKeyOf } from '../signing/keys.ts'
import type { AuditContext, RegistryContext } from './context.ts'
import { actorHeader, hashToken, isTokenOf, readActor } from './credentials.ts'
import { Refusal } from './refusal.ts'
import type { Database, Queries } from './tables/definition.ts'
import {
  addAudit,
  incrementRevision,
  findAppByToken,
  lockApp,
  lockDocument,
  saveApp,
} from './tables/queries.ts'

/** Whose token it was: an admin's, a team's for its app, or one that may only read. */
export type Principal = { kind: 'admin' } | { kind: 'app'; app: string } | { kind: 'reader' }

/** SHA-256 of the tokens that belong to no app. */
export interface TokenHashes {
  admin: string
  /** The edge's own. */
  reader: string
}

/** Who sent this token; nothing when nobody knows it. */
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

/** Whether it may change this app, or this flag of its app. */
function canChange(principal: Principal, app: string): boolean {
  if (principal.kind !== 'app') return principal.kind === 'admin'
  const flag = flagNameOf(app)
  return principal.app === (flag === undefined ? app : ownerOfFlag(flag))
}

/** A flag that the contract does not know is the admin's alone. */
const ownerOfFlag = (name: string): string | undefined =>
  new Map(Object.entries(flagDefinitions)).get(name)?.owner

/** A request of somebody whose token is known. */
export interface AuthenticatedEnv {
  Variables: { principal: Principal; actor: string }
}

/** A request of somebody who may change the app in its path. */
export interface AuditEnv {
  Variables: AuthenticatedEnv['Variables'] & { audit: AuditContext }
}

/** An app, or the channel of a feature flag. */
const appName = /^(flag:)?[a-z][a-z\d-]{0,63}$/

/** Lets requests with a known token pass. */
export function requireKnownToken(
  context: RegistryContext,
  hashes: TokenHashes,
): MiddlewareHandler<AuthenticatedEnv> {
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
export function requireOwner(context: RegistryContext): MiddlewareHandler<AuditEnv> {
  return async (c, next) => {
    const { principal, actor } = c.var
    const audit = { app: appOf(c), actor }
    c.set('audit', audit)
    await refuseNonOwner(context, principal, audit)
    await next()
  }
}

/** Lets admins pass. */
export function requireAdmin(context: RegistryContext): MiddlewareHandler<AuditEnv> {
  return async (c, next) => {
    const { principal, audit } = c.var
    if (principal.kind === 'admin') return next()
    const message = 'Only an admin may do this.'
    await auditRefusal(context, audit, message)
    throw new Refusal('forbidden', message)
  }
}

/** Refuses whoever may not change the app, and keeps a note of it. */
export async function refuseNonOwner(
  context: RegistryContext,
  principal: Principal,
  audit: AuditContext,
): Promise<void> {
  if (canChange(principal, audit.app)) return
  const message = `This token may not change ${audit.app}.`
  await auditRefusal(context, audit, message)
  throw new Refusal('forbidden', message)
}

/** Keeps a note when somebody tries what they should not have. */
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
  if (!appName.test(app)) throw new Refusal('not_found', `There can be no app called "${app}".`)
  return app
}

function actorOf(principal: Principal, name: string): string {
  const tokenOwner = principal.kind === 'app' ? principal.app : principal.kind
  return name === '' ? tokenOwner : `${tokenOwner} (${name})`
}

/** Lets a key sign the app's releases from now on; gives back its id. The app is made when new. */
export async function addKey(
  database: Database,
  audit: AuditContext,
  pem: string,
): Promise<string> {
  const publicKey = readKey(pem)
  const keyId = keyIdOf(publicKey)
  await database.transaction(async (queries) => {
    // The document first, as with every change: two that wait for each other would never end.
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

/** Takes the right to sign from a key; what it has signed before stays published. */
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

/** Gives the app another deploy token, or none; the one before is worth nothing any more. */
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
