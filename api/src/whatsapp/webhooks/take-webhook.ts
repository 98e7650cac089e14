import { setImmediate } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { Database } from '../../database/database.ts'
import { webhookEvents } from '../../database/schema.ts'
import { hintsIn, namedIn, partFor, readEnvelope } from './envelope.ts'
import type { FindRecipients, Named, Recipient } from './recipients.ts'
import { isSignature, isSignedWith } from './signature.ts'

interface TakeWith {
  database: Database
  findRecipients: FindRecipients
  wake: (ownerId: string) => void
  log: Logger
}

/** A webhook as it came, before anything is believed. */
interface Delivery {
  body: Uint8Array<ArrayBuffer>
  signature: string
}

/**
 * Stores what the provider tells us, with one insert: it wants an answer within seconds, and sends
 * again what was not taken. Nothing is parsed before somebody's secret has verified its bytes. False
 * when the signature is not that of anybody it could be for.
 */
export async function takeWebhook(
  { database, findRecipients, wake, log }: TakeWith,
  { body, signature }: Delivery,
): Promise<boolean> {
  if (!isSignature(signature)) return false
  const isSigned = verifier({ body, signature })
  const find = (named: Named) => findSigning(named, { findRecipients, isSigned })
  const hints = hintsIn(body)
  // Most name a number; what else could be an id of an account is looked up only where that is none.
  const byNumber = await find({ ...hints, accounts: [] })
  const hinted = byNumber.signing.length > 0 ? byNumber : await find(hints)
  if (hinted.signing.length === 0) {
    if (hinted.isSomebodys) return false
    // Taken all the same: whoever sent it would go on for a week, and nobody wants it.
    log.warn('a webhook for a number that nobody has')
    return true
  }
  const envelope = readEnvelope(body)
  if (envelope === undefined) {
    log.warn('a signed webhook that cannot be read')
    return true
  }
  // Its parts are large where it is: others have their turn in between.
  await setImmediate()
  const { signing: recipients } = await find(namedIn(envelope))
  if (recipients.length === 0) return true
  const receivedAt = new Date()
  const rows = recipients.map(({ ownerId, channel, ...account }) => ({
    ownerId,
    channel,
    body: JSON.stringify(partFor(envelope, account)),
    receivedAt,
  }))
  await database.queries.insert(webhookEvents).values(rows)
  for (const { ownerId } of recipients) wake(ownerId)
  return true
}

interface Found {
  /** Those whose secret it was signed with. */
  signing: Recipient[]
  /** Somebody has one of the ids. */
  isSomebodys: boolean
}

/**
 * Whom a webhook is for. By what is in memory: a wrong signature costs no question, or one in a
 * second. One for a number that nobody has costs a question each time: it may be somebody's by now.
 */
async function findSigning(
  named: Named,
  { findRecipients, isSigned }: { findRecipients: FindRecipients; isSigned: Verify },
): Promise<Found> {
  const since = Date.now()
  const known = await findRecipients(named)
  const signing = await isSigned(known)
  const isNobodys = (number: string) => known.every(({ phoneNumberId }) => phoneNumberId !== number)
  if (signing.length > 0 && !named.numbers.some(isNobodys)) return { signing, isSomebodys: true }
  const now = await findRecipients(named, { since })
  return { signing: await isSigned(now), isSomebodys: now.length > 0 }
}

type Verify = (possible: Recipient[]) => Promise<Recipient[]>

/** Those of several whose secret signed the bytes; each secret is tried once, beside the event loop. */
function verifier(delivery: Delivery): Verify {
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
