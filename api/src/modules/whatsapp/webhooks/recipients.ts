import type { Channel } from '@errand/contract/chats/session'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'

import { toPreferences } from '../../account/settings-view.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { users } from '../../../platform/database/schema.ts'
import { readSecret } from '../../../platform/secrets/secrets.repo.ts'
import type { Accounts } from '../whatsapp-channel.ts'

/** Whom a webhook may be for, and the secret that its signature would be made with. */
export interface Recipient {
  ownerId: string
  channel: Channel
  phoneNumberId: string
  wabaId: string
  appSecret: string
}

/** The ids that a webhook names: of numbers, and of the accounts that have them. */
export interface WebhookIds {
  numbers: string[]
  accounts: string[]
}

/**
 * Finds recipients. Whoever knows from when on, in milliseconds, it is needed looks again, because what
 * is remembered may be out of date.
 */
export type FindRecipients = (
  named: WebhookIds,
  options?: { since: number },
) => Promise<Recipient[]>

const cacheMs = 30_000
/** However often a wrong signature says that it is out of date, it is looked up again so seldom. */
const minRefreshMs = 1_000
const maxKept = 10_000
/** No setting takes a longer id, and no webhook is about more of them. */
const maxIdLength = 60
const maxIds = 1_000

/** Who has an id, and when that was looked up; nobody has most of what strangers name. */
interface CachedRecipients {
  recipients: Recipient[]
  at: number
}

interface WebhookId {
  kind: 'number' | 'account'
  id: string
}

/** Whoever claims to have the number: which of them it is for, the signature says. */
export function createRecipients(database: Database, accounts: Accounts): FindRecipients {
  // Id by id: whatever a stranger names beside a number that we know, its secret is known already.
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
    // Who asks meanwhile goes by what was known: one question is enough for all. That nobody had a
    // number is no such knowledge.
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

/** A number that was nobody's may be connected by now: then nothing that is told of it is lost. */
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
    .select({ ownerId: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
  return rows.map(({ ownerId }) => {
    const { phoneNumberId, wabaId, appSecret } = simulated.credentialsOf(ownerId)
    return { ownerId, channel: 'simulator', phoneNumberId, wabaId, appSecret }
  })
}

async function findConnected(
  queries: Queries,
  { secretBox }: Accounts,
  { numbers, accounts }: WebhookIds,
): Promise<Recipient[]> {
  const rows = await queries
    .select({ ownerId: users.id, preferences: users.preferences })
    .from(users)
    .where(
      and(
        or(isOneOf('phoneNumberId', numbers), isOneOf('wabaId', accounts)),
        sql`${users.preferences} -> 'whatsapp' ->> 'provider' = 'cloud_api'`,
        isNull(users.deletedAt),
      ),
    )
  const recipients: Recipient[] = []
  for (const { ownerId, preferences } of rows) {
    const name = 'whatsapp_app_secret'
    const appSecret = await readSecret(queries, secretBox, { ownerId, name })
    if (appSecret === undefined) continue
    const { phoneNumberId, wabaId } = toPreferences(preferences).whatsapp
    recipients.push({ ownerId, channel: 'whatsapp', phoneNumberId, wabaId, appSecret })
  }
  return recipients
}

function isOneOf(member: 'phoneNumberId' | 'wabaId', ids: string[]) {
  if (ids.length === 0) return sql`false`
  // Written as the index has it.
  const column = sql.raw(`preferences -> 'whatsapp' ->> '${member}'`)
  return sql`(${column}) = any(${sql.param(ids)}::text[])`
}

/** Whether somebody gave the provider this word. */
export async function isVerifyToken(queries: Queries, token: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.webhookToken, token), isNull(users.deletedAt)))
  return row !== undefined
}
