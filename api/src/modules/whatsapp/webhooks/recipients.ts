import { isDeepStrictEqual } from 'node:util'

import type { Channel } from '@errand/contract/chats/session'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { users } from '../../../platform/database/schema.ts'
import { readSecret } from '../../../platform/secrets/secrets.repo.ts'
import { toPreferences } from '../../account/settings-view.ts'
import type { Accounts } from '../whatsapp-channel.ts'

/** An owner whom a webhook may be for, with the secret that verifies its signature. */
export interface Recipient {
  ownerId: string
  channel: Channel
  phoneNumberId: string
  wabaId: string
  appSecret: string
}

/** The ids in a webhook: of numbers, and of their accounts. */
export interface WebhookIds {
  numbers: string[]
  accounts: string[]
}

/**
 * Finds recipients in a cache. With `since`, a time in milliseconds, entries that are older are looked up
 * again.
 */
export type FindRecipients = (
  named: WebhookIds,
  options?: { since: number },
) => Promise<Recipient[]>

const cacheMs = 30_000
/** The least time between two lookups of an id, however many wrong signatures ask for one. */
const minRefreshMs = 1_000
const maxKept = 10_000
/** Longer ids, and more of them, do not occur. */
const maxIdLength = 60
const maxIds = 1_000

/** The recipients with an id, and when they were looked up; often none, for ids that strangers send. */
interface CachedRecipients {
  recipients: Recipient[]
  at: number
}

interface WebhookId {
  kind: 'number' | 'account'
  id: string
}

/** Finds all owners who have entered a number; the signature decides for which of them a webhook is. */
export function createRecipients(database: Database, accounts: Accounts): FindRecipients {
  // Cached by id, so that unknown ids beside a known number cause no new lookup of its secret.
  const known = new LRUCache<string, CachedRecipients>({ max: maxKept, ttl: cacheMs, perf: Date })
  return async (named, { since } = { since: 0 }) => {
    const ids = idsIn(named)
    const wanted = ids.filter((id) => isOutdated(known.get(keyOf(id)), since))
    if (wanted.length > 0) await refresh(wanted)
    const found = ids.flatMap((id) => known.get(keyOf(id))?.recipients ?? [])
    return [...new Map(found.map((one) => [`${one.channel} ${one.ownerId}`, one])).values()]
  }

  async function refresh(ids: WebhookId[]): Promise<void> {
    const at = Date.now()
    // Concurrent requests use the cached entry, so that one lookup serves all; not an empty entry, as
    // the number may be connected by now.
    for (const id of ids) {
      const before = known.peek(keyOf(id))
      if (before !== undefined && before.recipients.length > 0) before.at = at
    }
    const found = await queryRecipients(database.queries, accounts, ids)
    for (const { kind, id } of ids) {
      const recipients = found.filter(
        ({ phoneNumberId, wabaId }) => id === (kind === 'number' ? phoneNumberId : wabaId),
      )
      known.set(keyOf({ kind, id }), { recipients, at })
    }
  }
}

/** Whether an entry is too old; an empty one is never recent, because the number may be connected by now. */
function isOutdated(known: CachedRecipients | undefined, since: number): boolean {
  if (known === undefined) return true
  const isRecent = known.recipients.length > 0 && Date.now() - known.at < minRefreshMs
  return known.at < since && !isRecent
}

const keyOf = ({ kind, id }: WebhookId): string => `${kind} ${id}`

const idsIn = ({ numbers, accounts }: WebhookIds): WebhookId[] =>
  [
    ...numbers.map((id) => ({ kind: 'number' as const, id })),
    ...accounts.map((id) => ({ kind: 'account' as const, id })),
  ]
    .filter(({ id }) => id.length <= maxIdLength)
    .slice(0, maxIds)

async function queryRecipients(
  queries: Queries,
  accounts: Accounts,
  ids: WebhookId[],
): Promise<Recipient[]> {
  const idsOf = (kind: WebhookId['kind']) =>
    ids.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const named = { numbers: idsOf('number'), accounts: idsOf('account') }
  const simulated = await findSimulated(queries, accounts, named)
  return simulated.length > 0 ? simulated : findConnected(queries, accounts, named)
}

async function findSimulated(
  queries: Queries,
  { endpoints }: Accounts,
  { numbers, accounts }: WebhookIds,
): Promise<Recipient[]> {
  const simulated = endpoints.simulator?.simulated
  if (simulated === undefined) return []
  const ids = [...numbers, ...accounts].flatMap((id) => simulated.ownerIdOf(id) ?? [])
  if (ids.length === 0) return []
  const rows = await queries
    .select({ ownerId: users.id, preferences: users.preferences })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
  return rows.map(({ ownerId, preferences }) => {
    const { phoneNumberId, wabaId, appSecret } = simulated.credentialsOf(ownerId)
    const { whatsapp } = toPreferences(preferences)
    const isConnected = whatsapp.provider === 'cloud_api' && whatsapp.wabaId === wabaId
    const channel = isConnected ? 'whatsapp' : 'simulator'
    return { ownerId, channel, phoneNumberId, wabaId, appSecret }
  })
}

async function findConnected(
  queries: Queries,
  { secretBox, metaApp }: Accounts,
  { numbers, accounts }: WebhookIds,
): Promise<Recipient[]> {
  const rows = await queries
    .select({ ownerId: users.id, preferences: users.preferences, findings: users.findings })
    .from(users)
    .where(
      and(
        or(isOneOf('phoneNumberId', numbers), isOneOf('wabaId', accounts)),
        sql`${users.preferences} -> 'whatsapp' ->> 'provider' = 'cloud_api'`,
        isNull(users.deletedAt),
      ),
    )
  const recipients: Recipient[] = []
  for (const { ownerId, preferences, findings } of rows) {
    const { phoneNumberId, wabaId } = toPreferences(preferences).whatsapp
    const isSignedUp = isDeepStrictEqual(findings.signup, { phoneNumberId, wabaId })
    const name = 'whatsapp_app_secret'
    // A secret that was typed after the signup belongs to an app of the owner's.
    const appSecret =
      (await readSecret(queries, secretBox, { ownerId, name })) ??
      (isSignedUp ? metaApp?.secret : undefined)
    if (appSecret === undefined) continue
    recipients.push({ ownerId, channel: 'whatsapp', phoneNumberId, wabaId, appSecret })
  }
  return recipients
}

function isOneOf(member: 'phoneNumberId' | 'wabaId', ids: string[]) {
  if (ids.length === 0) return sql`false`
  // Written as in the index.
  const column = sql.raw(`preferences -> 'whatsapp' ->> '${member}'`)
  return sql`(${column}) = any(${sql.param(ids)}::text[])`
}

/** Whether an owner has this verify token. */
export async function isVerifyToken(queries: Queries, token: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.webhookToken, token), isNull(users.deletedAt)))
  return row !== undefined
}
