import { createHash } from 'node:crypto'

import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import type { Database, Queries } from '../database/database.ts'
import { idempotencyKeys } from '../database/schema.ts'
import { Problem } from './problem.ts'

const retentionMs = 24 * 60 * 60 * 1000

/** A response that can be stored and sent again. */
interface StorableResponse {
  status: ContentfulStatusCode
  headers?: Record<string, string>
  body: unknown
}

interface IdempotentRequest {
  /** Whose keys they are: two people may choose the same key. */
  scope: string
  input: unknown
  work: (queries: Queries) => Promise<StorableResponse>
}

/**
 * Does the work once for each `Idempotency-Key`. The response is stored in the transaction of the
 * work: a crash leaves both or neither. A failed request stores nothing, so it may be repeated.
 */
export async function withIdempotencyKey(
  c: Context,
  database: Database,
  attempt: IdempotentRequest,
): Promise<Response> {
  const key = readKey(c)
  if (key === undefined) return send(c, serializeResponse(await database.transaction(attempt.work)))
  const fingerprint = fingerprintOf(c, attempt)
  return database.transaction(async (queries) => {
    await lockKey(queries, attempt.scope, key)
    const earlier = await findEarlier(queries, attempt.scope, key)
    if (earlier !== undefined) return replay(c, earlier, fingerprint)
    const stored = serializeResponse(await attempt.work(queries))
    const expiresAt = new Date(Date.now() + retentionMs)
    await queries
      .insert(idempotencyKeys)
      .values({ scope: attempt.scope, key, fingerprint, expiresAt, ...stored })
    return send(c, stored)
  })
}

/**
 * The stored response of an earlier request with the same key. For work that first calls another
 * service, which no transaction may wait for: a repeated request does not call it again.
 */
export async function findEarlierResponse(
  c: Context,
  { queries }: Database,
  attempt: Pick<IdempotentRequest, 'scope' | 'input'>,
): Promise<Response | undefined> {
  const key = readKey(c)
  if (key === undefined) return undefined
  const [earlier] = await queries
    .select()
    .from(idempotencyKeys)
    .where(and(matchesKey(attempt.scope, key), gt(idempotencyKeys.expiresAt, new Date())))
  return earlier === undefined ? undefined : replay(c, earlier, fingerprintOf(c, attempt))
}

/**
 * Remembers a key that somebody else chose, such as a webhook's event id, in the transaction of the
 * work; false when it was claimed before.
 */
export async function claimKey(
  queries: Queries,
  { scope, key, forMs }: { scope: string; key: string; forMs: number },
): Promise<boolean> {
  const expiresAt = new Date(Date.now() + forMs)
  const taken = await queries
    .insert(idempotencyKeys)
    .values({ scope, key, fingerprint: '', status: 200, headers: {}, body: '', expiresAt })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return taken.length === 1
}

/** Deletes the stored responses of somebody whose account is deleted. */
export async function deleteIdempotencyKeys(queries: Queries, scope: string): Promise<void> {
  await queries.delete(idempotencyKeys).where(eq(idempotencyKeys.scope, scope))
}

/** Deletes the stored responses that have expired. */
export async function sweepIdempotencyKeys(queries: Queries, now: Date): Promise<void> {
  await queries.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now))
}

function fingerprintOf(c: Context, { input }: Pick<IdempotentRequest, 'input'>): string {
  return createHash('sha256')
    .update(JSON.stringify([c.req.method, c.req.path, input]))
    .digest('base64url')
}

function replay(
  c: Context,
  earlier: StoredResponse & { fingerprint: string },
  fingerprint: string,
): Response {
  if (earlier.fingerprint !== fingerprint) throw new Problem('idempotency_key_reused')
  return send(c, earlier, { 'idempotency-replayed': 'true' })
}

const matchesKey = (scope: string, key: string) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

function readKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('malformed_request', {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  })
}

/** Locks the key until the transaction ends, so that two equal requests cannot run at once. */
async function lockKey(queries: Queries, scope: string, key: string): Promise<void> {
  const [row] = await queries
    .select({
      isTaken: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0))`,
    })
    .from(sql`(values (1)) as one`)
  if (row?.isTaken !== true) throw new Problem('request_in_progress', { retryAfter: 1 })
}

async function findEarlier(queries: Queries, scope: string, key: string) {
  const isThis = matchesKey(scope, key)
  await queries
    .delete(idempotencyKeys)
    .where(and(isThis, lte(idempotencyKeys.expiresAt, new Date())))
  const [row] = await queries.select().from(idempotencyKeys).where(isThis)
  return row
}

interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
}

function serializeResponse({ status, headers = {}, body }: StorableResponse): StoredResponse {
  return { status, headers, body: JSON.stringify(body) }
}

function send(c: Context, answer: StoredResponse, more: Record<string, string> = {}): Response {
  return c.body(answer.body, answer.status as ContentfulStatusCode, {
    ...answer.headers,
    ...more,
    'content-type': 'application/json',
  })
}
