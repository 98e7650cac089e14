import { webcrypto } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { Logger } from 'pino'
import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { webhookEvents } from '../../../platform/database/schema.ts'
import { parseJson } from '../../../platform/http/request-input.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { FindRecipients, WebhookIds, Recipient } from './recipients.ts'

interface IngestDeps {
  database: Database
  findRecipients: FindRecipients
  queueTask: QueueTask
  log: Logger
  /** The secret of the deployment's own app, if it has one. */
  ownSecret: string | undefined
}

/** Whether a possible recipient has signed it, somebody else has, or nobody has its number. */
type Ingested = 'signed' | 'forged' | 'unknown'

/** A webhook as it arrived, before it is verified. */
interface Delivery {
  body: Uint8Array<ArrayBuffer>
  signature: string
}

/**
 * Stores a webhook and queues a task that applies it, because the provider expects a response within
 * seconds and repeats what was not accepted. Nothing is parsed before its signature is verified.
 */
export async function ingestWebhook(
  { database, findRecipients, queueTask, log, ownSecret }: IngestDeps,
  { body, signature }: Delivery,
): Promise<Ingested> {
  if (!isSignature(signature)) return 'forged'
  const isSigned = createSignerFinder({ body, signature })
  const find = (named: WebhookIds) => findSigning(named, { findRecipients, isSigned })
  const hints = findIdHints(body)
  // Most webhooks contain a number; possible account ids are looked up only if it has no recipient.
  const byNumber = await find({ ...hints, accounts: [] })
  const hinted = byNumber.signing.length > 0 ? byNumber : await find(hints)
  if (hinted.signing.length === 0) {
    if (hinted.hasRecipient) return 'forged'
    log.warn('a webhook for a number that nobody has')
    // Of numbers that have left the provider may go on telling.
    const isOfProvider =
      ownSecret !== undefined && (await isSignedWith(ownSecret, { body, signature }))
    return isOfProvider ? 'signed' : 'unknown'
  }
  const envelope = readEnvelope(body)
  if (envelope === undefined) {
    log.warn('a signed webhook that cannot be read')
    return 'signed'
  }
  // Releases the event loop, because the next step takes long for a large webhook.
  await setImmediate()
  const { signing: recipients } = await find(idsIn(envelope))
  if (recipients.length === 0) return 'signed'
  const receivedAt = new Date()
  const rows = recipients.map(({ ownerId, channel, ...account }) => {
    const part = partFor(envelope, account)
    return { ownerId, channel, body: JSON.stringify(part), senders: sendersOf(part), receivedAt }
  })
  await database.queries.insert(webhookEvents).values(rows)
  // After the insert is committed: a task that is queued already may start before a transaction with
  // both ends, and would not see the rows. If adding the task fails, the provider repeats the webhook.
  await Promise.all(recipients.map(({ ownerId }) => queueTask(ownerId)))
  return 'signed'
}

type QueueTask = (ownerId: string) => Promise<void>

/**
 * Adds the task that applies an owner's stored webhooks. Webhooks that are stored while a task is being
 * added share the next one, so that a burst does not add a task for each webhook.
 */
export function createQueueTask({
  database,
  queue,
}: {
  database: Database
  queue: Queue
}): QueueTask {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const start = (ownerId: string): Promise<void> => {
    next.delete(ownerId)
    const added = queue
      .add(database.queries, 'webhook.apply', { ownerId }, { singletonKey: ownerId })
      .finally(() => running.delete(ownerId))
    running.set(ownerId, added)
    return added
  }
  return (ownerId) => {
    const before = running.get(ownerId)
    if (before === undefined) return next.get(ownerId) ?? start(ownerId)
    const shared = next.get(ownerId) ?? before.catch(() => {}).then(() => start(ownerId))
    next.set(ownerId, shared)
    return shared
  }
}

interface SigningRecipients {
  /** The recipients whose secret signed it. */
  signing: Recipient[]
  /** Whether any owner has one of the ids. */
  hasRecipient: boolean
}

/**
 * Finds the recipients of a webhook in the cache, so that a wrong signature costs at most one query a
 * second. Unknown numbers are queried each time, because they may be connected by now.
 */
async function findSigning(
  named: WebhookIds,
  { findRecipients, isSigned }: { findRecipients: FindRecipients; isSigned: FindSigners },
): Promise<SigningRecipients> {
  const since = Date.now()
  const known = await findRecipients(named)
  const signing = await isSigned(known)
  const isUnknownNumber = (number: string) =>
    known.every(({ phoneNumberId }) => phoneNumberId !== number)
  if (signing.length > 0 && !named.numbers.some(isUnknownNumber))
    return { signing, hasRecipient: true }
  const now = await findRecipients(named, { since })
  return { signing: await isSigned(now), hasRecipient: now.length > 0 }
}

type FindSigners = (possible: Recipient[]) => Promise<Recipient[]>

/** Finds the recipients whose secret signed the bytes; each secret is tried once, off the event loop. */
function createSignerFinder(delivery: Delivery): FindSigners {
  const tried = new Map<string, Promise<boolean>>()
  const isSignedBy = ({ appSecret }: Recipient): Promise<boolean> => {
    const result = tried.get(appSecret) ?? isSignedWith(appSecret, delivery)
    tried.set(appSecret, result)
    return result
  }
  return async (possible) => {
    const signing: Recipient[] = []
    for (const one of possible) if (await isSignedBy(one)) signing.push(one)
    return signing
  }
}

const idSchema = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id: string | number) => String(id)),
)

/** The valid items of a list, so that an invalid one does not affect the others. */
const validEach = <S extends z.core.$ZodType>(schema: S) =>
  z.pipe(
    lenient(z.array(z.unknown()), []),
    z.transform((all: unknown[]): z.output<S>[] =>
      all.flatMap((one) => {
        const parsed = z.safeParse(schema, one)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )

const envelopeSchema = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: validEach(
    z.object({
      id: lenient(idSchema, ''),
      /** When it happened, in seconds. */
      time: lenient(z.optional(z.int().check(z.gt(0), z.lte(8_640_000_000_000))), undefined),
      changes: validEach(z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) })),
    }),
  ),
})
type Envelope = z.output<typeof envelopeSchema>

const metadataSchema = z.object({ phone_number_id: idSchema })
const partnerSchema = z.object({ waba_id: idSchema })

/** A webhook has at most a thousand updates, with some ids each. */
const maxHints = 5_000

/** Parses a verified webhook; undefined if it is not one of WhatsApp. */
export function readEnvelope(body: Uint8Array): Envelope | undefined {
  try {
    const parsed = z.safeParse(envelopeSchema, parseJson(body))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** The account of a change: that of its entry, unless it names another one. */
function accountOf(entryId: string, value: Record<string, unknown>): string {
  const parsed = z.safeParse(partnerSchema, value['waba_info'])
  return parsed.success ? parsed.data.waba_id : entryId
}

/** The number of a change; undefined for events about the whole account. */
function numberOf(value: Record<string, unknown>): string | undefined {
  const parsed = z.safeParse(metadataSchema, value['metadata'])
  return parsed.success ? parsed.data.phone_number_id : undefined
}

const numberHints = /"phone_number_id"\s*:\s*"?([^"\\\s,}\]]{1,60})/g
/** Excludes ids of messages. */
const accountHints = /"(?:id|waba_id)"\s*:\s*"?(?!wamid\.)([^"\\\s,}\]]{1,60})/g

/** Finds possible ids in the raw bytes, to find the secrets that may verify them before they are parsed. */
function findIdHints(body: Uint8Array): WebhookIds {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return { numbers: findIds(text, numberHints), accounts: findIds(text, accountHints) }
}

function findIds(text: string, pattern: RegExp): string[] {
  const ids = new Set<string>()
  let count = 0
  for (const [, id = ''] of text.matchAll(pattern)) {
    ids.add(id)
    count += 1
    if (count === maxHints) break
  }
  return [...ids]
}

/** The ids of a webhook: of each change the number, or else the account. */
function idsIn({ entry }: Envelope): WebhookIds {
  const numbers = new Set<string>()
  const accounts = new Set<string>()
  for (const { id, changes } of entry) {
    for (const { value } of changes) {
      const number = numberOf(value)
      if (number === undefined) accounts.add(accountOf(id, value))
      else numbers.add(number)
    }
  }
  return { numbers: [...numbers].toSorted(), accounts: [...accounts].toSorted() }
}

/** The part of a webhook for one recipient, because an app may serve several owners. */
function partFor(
  { object, entry }: Envelope,
  { phoneNumberId, wabaId }: Pick<Recipient, 'phoneNumberId' | 'wabaId'>,
): Envelope {
  const parts = entry.map(({ id, time, changes }) => ({
    id,
    time,
    changes: changes.filter(({ value }) => {
      const number = numberOf(value)
      return number === undefined ? accountOf(id, value) === wabaId : number === phoneNumberId
    }),
  }))
  return { object, entry: parts.filter(({ changes }) => changes.length > 0) }
}

const sentSchema = z.object({
  messages: validEach(z.object({ from: z.optional(idSchema), from_user_id: z.optional(idSchema) })),
})

/** A name that the database stores, which takes no null character. */
const isSenderId = (name = ''): boolean => /^[\w.+-]{1,200}$/.test(name)

/** The contacts whose messages these are, by each id that the provider names. */
export function sendersOf({ entry }: Envelope): string[] {
  const ids = entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ value }) => z.safeParse(sentSchema, value).data?.messages ?? [])
    .flatMap(({ from, from_user_id: userId }) => [from ?? '', userId ?? ''])
  return [...new Set(ids)].filter((id) => isSenderId(id)).toSorted()
}

const prefix = 'sha256='
const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Whether a text has the form of a signature. */
const isSignature = (text: string): boolean => /^sha256=[0-9a-f]{64}$/i.test(text)

/**
 * Whether the bytes were signed with the secret, in constant time. WebCrypto verifies three megabytes off
 * the event loop.
 */
async function isSignedWith(
  secret: string,
  { body, signature }: { body: Uint8Array<ArrayBuffer>; signature: string },
): Promise<boolean> {
  if (!isSignature(signature)) return false
  const { subtle } = webcrypto
  const bytes = new TextEncoder().encode(secret)
  const key = await subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return subtle.verify(algorithm, key, Buffer.from(signature.slice(prefix.length), 'hex'), body)
}
