import type { Logger } from 'pino'

import type { Database } from '../../database/database.ts'
import { webhookEvents } from '../../database/schema.ts'
import { namedIn, partFor, readEnvelope } from './envelope.ts'
import type { FindRecipients, Recipient } from './recipients.ts'
import { isSignature, isSignedWith } from './signature.ts'

interface TakeWith {
  database: Database
  findRecipients: FindRecipients
  wake: (ownerId: string) => void
  log: Logger
}

/** A webhook as it came, before anything is believed. */
interface Delivery {
  body: Uint8Array
  signature: string
}

/**
 * Stores what the provider tells us, with one insert: it wants an answer within seconds, and sends
 * again what was not taken. False when the signature is not that of anybody it could be for.
 */
export async function takeWebhook(
  { database, findRecipients, wake, log }: TakeWith,
  { body, signature }: Delivery,
): Promise<boolean> {
  if (!isSignature(signature)) return false
  const text = new TextDecoder().decode(body)
  const envelope = readEnvelope(text)
  if (envelope === undefined) return true
  const named = namedIn(envelope)
  const since = Date.now()
  const isSigned = ({ appSecret }: Recipient) => isSignedWith(appSecret, { body, signature })
  // By what is in memory: a wrong signature costs no question, or one in a second. One for a number
  // that nobody has costs a question each time: it may be somebody's by now.
  let possible = await findRecipients(named)
  const isNobodys = (number: string) =>
    possible.every(({ phoneNumberId }) => phoneNumberId !== number)
  if (!possible.some(isSigned) || named.numbers.some(isNobodys))
    possible = await findRecipients(named, { since })
  if (possible.length === 0) {
    // Taken all the same: whoever sent it would go on for a week, and nobody wants it.
    log.warn({ fields: fieldsOf(envelope) }, 'a webhook for a number that nobody has')
    return true
  }
  const recipients = possible.filter(isSigned)
  if (recipients.length === 0) return false
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

function fieldsOf({ entry }: NonNullable<ReturnType<typeof readEnvelope>>): string[] {
  return [...new Set(entry.flatMap(({ changes }) => changes.map(({ field }) => field)))]
}
