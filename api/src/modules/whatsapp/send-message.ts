import { setTimeout as delay } from 'node:timers/promises'

import type { MessageError } from '@errand/contract/chats/message'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockForStatus } from '../chats/apply-status.ts'
import { setMarketingWish } from '../chats/contacts/contacts.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { chatSessions, messages } from '../../platform/database/schema.ts'
import { withoutPersonalData } from '../../platform/log/create-log.ts'
import type { Queue, TaskHandlers, Tasks } from '../../platform/queue/queue.ts'
import { degradeChannel, loseChannel, wasConnectedSince } from '../chats/channel-health.ts'
import {
  type Accepted,
  ChannelBusy,
  ChannelLost,
  ChannelRefusal,
  ChannelThrottled,
  type Channels,
  refusals,
} from '../chats/channel.ts'
import { endThrottle, holdMessage, holdThrottled, isWaiting } from './held-messages.ts'
import { takeMessage, type Taken } from './take-message.ts'

interface Sender {
  database: Database
  queue: Queue
  channels: Channels
  meter: Meter
  /**
   * A channel that says nothing for so long has failed. It has to be longer than an upload and a
   * send may take together: what is tried again must not be on its way still.
   */
  answerWithinMs?: number
}

/** Of those that a process sends at once, so that a number that does not answer leaves room to others. */
const maxOfOneOwner = 6

/**
 * Sends what waits. Three steps, because nothing may wait for a provider inside a transaction: take
 * the message, send it, write down what came of it. If the process ends in between, the queue gives
 * the same attempt to another worker.
 */
export function createSendMessage(sender: Sender): TaskHandlers['message.send'] {
  const { database, queue, channels, meter, answerWithinMs = 60_000 } = sender
  /** How many messages of each owner are on their way from this process. */
  const onTheirWay = new Map<string, number>()
  return async (task) => {
    if ((await sendOne(task)) === 'settled') await endProbe(task)
  }

  /** Whatever became of it, its number is not known to be throttled any more. */
  async function endProbe({ probe }: Tasks['message.send']): Promise<void> {
    if (probe !== undefined) await endThrottle({ database, queue }, probe)
  }

  /** `waits` where the same task comes again later. */
  async function sendOne(task: Tasks['message.send']): Promise<'waits' | 'settled'> {
    const hasRoom = (ownerId: string) => (onTheirWay.get(ownerId) ?? 0) < maxOfOneOwner
    const taken = await database.transaction(async (queries) => {
      const found = await takeMessage(queries, { meter, channels, hasRoom }, task)
      if (found === undefined || !('waitMs' in found)) return found
      await wait(queries, queue, { task, ...found })
      return 'waits'
    })
    if (taken === 'waits') return taken
    if (taken === undefined) return 'settled'
    const { ownerId } = taken.session
    onTheirWay.set(ownerId, (onTheirWay.get(ownerId) ?? 0) + 1)
    try {
      return await giveAway(task, taken)
    } finally {
      const left = (onTheirWay.get(ownerId) ?? 1) - 1
      if (left === 0) onTheirWay.delete(ownerId)
      else onTheirWay.set(ownerId, left)
    }
  }

  /** Sends a message that was taken, and writes down what came of it. */
  async function giveAway(task: Tasks['message.send'], taken: Taken): Promise<'waits' | 'settled'> {
    const since = new Date()
    const outcome = await send(channels, taken, answerWithinMs)
    if (outcome instanceof ChannelThrottled) {
      await holdThrottled(database, queue, { task, ...taken, outcome })
      return 'waits'
    }
    const { probe: _over, ...again } = task
    await settle({ task: again, taken, outcome, since })
    return 'settled'
  }

  async function settle({ task, taken, outcome, since }: Settling): Promise<void> {
    if (outcome instanceof ChannelLost) {
      return hold(database, queue, { task, taken, reason: outcome.reason, since })
    }
    if (outcome instanceof ChannelBusy && canTryAgain(outcome, task)) {
      return tryAgain(database, queue, { task, outcome, sessionId: taken.session.id })
    }
    await database.transaction((queries) => record(queries, meter, { ...taken.message, outcome }))
    if (outcome instanceof ChannelRefusal) await heed(database, taken, outcome)
  }
}

interface Later {
  task: Tasks['message.send']
  sessionId: string
  waitMs: number
  hasPlace?: boolean
}

/** It is tried again by then, and costs no try. */
function wait(
  queries: Queries,
  queue: Queue,
  { task, sessionId, waitMs, hasPlace = false }: Later,
): Promise<void> {
  const next = { ...task, ...(hasPlace && { hasPlace }) }
  const startAfter = new Date(Date.now() + waitMs)
  return queue.add(queries, 'message.send', next, { startAfter, group: sessionId })
}

type Outcome = Accepted | { reason: MessageError } | ChannelRefusal | ChannelBusy | ChannelLost

interface Settling {
  task: Tasks['message.send']
  taken: Taken
  outcome: Outcome
  /** When it was given to the channel. */
  since: Date
}

/** What a refusal says beyond the one message. */
async function heed(
  database: Database,
  { session, contact }: Taken,
  { concerns, reason }: ChannelRefusal,
): Promise<void> {
  if (concerns === 'message') return
  const { ownerId, channel } = session
  const { phoneNumber, userId } = contact
  const names = { phoneNumber: phoneNumber ?? undefined, userId: userId ?? undefined }
  await database.transaction((queries) =>
    concerns === 'number'
      ? degradeChannel(queries, { ownerId, channel, reason })
      : setMarketingWish(queries, { ownerId, ...names, isWanted: false, at: new Date() }),
  )
}

interface Held extends Omit<Settling, 'outcome'> {
  reason: MessageError
}

/**
 * The message stays as it is, and goes out when the owner has connected the number again. If that was
 * done while the try was on its way nobody would let it go any more: it is tried again.
 */
async function hold(
  database: Database,
  queue: Queue,
  { task, taken: { session, message }, reason, since }: Held,
): Promise<void> {
  const { ownerId, channel, id: sessionId } = session
  await database.transaction(async (queries) => {
    const locked = await lockForStatus(queries, message)
    const isStill = locked !== undefined && isWaiting(locked.message, message.attempts)
    if (await wasConnectedSince(queries, ownerId, since)) {
      if (isStill) await wait(queries, queue, { task, sessionId, waitMs: 1_000 })
      return
    }
    if (isStill) await holdMessage(queries, locked.message, reason)
    await loseChannel(queries, { ownerId, channel, reason, since })
  })
}

function canTryAgain({ again }: ChannelBusy, { tries = 0 }: Tasks['message.send']): boolean {
  return tries < again.tries
}

/** Later each time; by then somebody may have told us that it went out after all. */
function tryAgain(
  database: Database,
  queue: Queue,
  { task, outcome, sessionId }: Omit<Later, 'waitMs'> & { outcome: ChannelBusy },
): Promise<void> {
  const { hasPlace: _used, tries = 0, ...again } = task
  const next = { ...again, tries: tries + 1 }
  const waitMs = outcome.again.firstMs * 2 ** tries
  return wait(database.queries, queue, { task: next, sessionId, waitMs })
}

async function send(
  channels: Channels,
  { session, ...taken }: Taken,
  answerWithinMs: number,
): Promise<Outcome | ChannelThrottled> {
  const { message, contact, replyTo } = taken
  const channel = channels[session.channel]
  if (channel === undefined) return { reason: refusals.disconnected }
  try {
    const answer = channel.send({
      ownerId: message.ownerId,
      reference: `${message.id}.${message.attempts}`,
      to: contact,
      text: message.text,
      ...(message.template !== null && { template: message.template }),
      ...(message.media !== null && { media: message.media }),
      ...(message.choices !== null && { choices: message.choices }),
      ...(replyTo?.providerId != null && { replyToProviderId: replyTo.providerId }),
    })
    return await within(answerWithinMs, answer)
  } catch (error) {
    if (error instanceof ChannelRefusal || error instanceof ChannelThrottled) return error
    if (error instanceof ChannelBusy || error instanceof ChannelLost) return error
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

/** Tells a contact that they were read, or that an answer is coming; once, as an hour later it would be of no use. */
export function createSendReceipt(
  { database, channels }: { database: Database; channels: Channels },
  log: Logger,
): TaskHandlers['receipt.send'] {
  return async ({ messageId, isTyping = false }) => {
    const [row] = await database.queries
      .select({
        ownerId: messages.ownerId,
        providerId: messages.providerId,
        channel: chatSessions.channel,
        run: chatSessions.run,
      })
      .from(messages)
      .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
      .where(eq(messages.id, messageId))
    if (row === undefined || row.providerId === null) return
    const { ownerId, providerId, channel, run } = row
    // It was answered meanwhile, or nobody is about to.
    if (isTyping && run !== 'debouncing' && run !== 'thinking') return
    const tell = channels[channel]?.[isTyping ? 'showTyping' : 'markRead']
    await tell?.({ ownerId, providerId }).catch((err: unknown) => {
      log.warn({ err: withoutPersonalData(err) }, 'a contact was not told that a message was read')
    })
  }
}
