import { setTimeout as delay } from 'node:timers/promises'

import type { MessageError } from '@errand/contract/chats/message'

import type { Meter } from '../billing/meter.ts'
import { applyStatus, changeStatus, lockForStatus } from '../chats/apply-status.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Database, Queries } from '../database/database.ts'
import type { TaskHandlers } from '../queue/queue.ts'
import { ChannelRefusal, type Accepted, type Channels } from './channel.ts'
import { refusals } from './refusals.ts'
import { isWaiting, takeMessage, type Taken } from './take-message.ts'

interface Sender {
  database: Database
  channels: Channels
  meter: Meter
  /** A channel that says nothing for so long has failed: others wait behind it. */
  answerWithinMs?: number
}

/**
 * Sends what waits. Three steps, because nothing may wait for a provider inside a transaction: take
 * the message, send it, write down what came of it. If the process ends in between, the queue gives
 * the same attempt to another worker.
 */
export function createSendMessage(sender: Sender): TaskHandlers['message.send'] {
  const { database, channels, meter, answerWithinMs = 30_000 } = sender
  return async ({ messageId, attempt }) => {
    const taken = await database.transaction((queries) =>
      takeMessage(queries, meter, { messageId, attempt }),
    )
    if (taken === undefined) return
    const outcome = await send(channels, taken, answerWithinMs)
    await database.transaction((queries) => record(queries, meter, { ...taken.message, outcome }))
    if ('reason' in outcome) return
    const { ownerId } = taken.message
    for (const status of outcome.known) {
      const report = { ownerId, providerId: outcome.providerId, status, at: new Date() }
      await database.transaction((queries) => applyStatus(queries, meter, report))
    }
  }
}

type Outcome = Accepted | { reason: MessageError }

async function send(
  channels: Channels,
  { session, ...taken }: Taken,
  answerWithinMs: number,
): Promise<Outcome> {
  const { message, contact, replyTo } = taken
  const channel = channels[session.channel]
  if (channel === undefined) return { reason: refusals.disconnected }
  try {
    const answer = channel.send({
      reference: `${message.id}.${message.attempts}`,
      to: contact,
      text: message.text,
      ...(message.template !== null && { template: message.template }),
      ...(replyTo?.providerId != null && { replyToProviderId: replyTo.providerId }),
    })
    return await within(answerWithinMs, answer)
  } catch (error) {
    if (error instanceof ChannelRefusal) return { reason: error.reason }
    throw error
  }
}

/** What comes later is not lost: the next try has the same reference. */
async function within(ms: number, answer: Promise<Accepted>): Promise<Accepted> {
  const waiting = new AbortController()
  const silence = delay(ms, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`The channel did not answer within ${ms} ms`)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    waiting.abort()
    silence.catch(() => {})
  }
}

async function record(
  queries: Queries,
  meter: Meter,
  { outcome, ...taken }: MessageRow & { outcome: Outcome },
): Promise<void> {
  const locked = await lockForStatus(queries, taken)
  if (locked === undefined || !isWaiting(locked.message, taken.attempts)) return
  const at = new Date()
  if ('reason' in outcome) {
    const report = { status: 'failed', at, error: outcome.reason } as const
    await changeStatus(queries, meter, { ...locked, report })
    return
  }
  await changeStatus(queries, meter, {
    ...locked,
    report: { status: 'sent', at },
    more: { message: { providerId: outcome.providerId }, session: {} },
  })
}
