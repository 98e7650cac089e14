import { setTimeout as delay } from 'node:timers/promises'

import type { MessageError } from '@errand/contract/chats/message'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Database, Queries } from '../../platform/database/database.ts'
import { chatSessions, messages } from '../../platform/database/schema.ts'
import { withoutPersonalData } from '../../platform/log/create-log.ts'
import type { Queue, TaskHandlers, Tasks } from '../../platform/queue/queue.ts'
import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockChatAndMessage, type StatusDeps } from '../chats/apply-status.ts'
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
import { setMarketingConsent } from '../chats/contacts/contacts.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import { claimMessage, type ClaimedMessage } from './claim-message.ts'
import { endThrottle, holdMessage, holdThrottled, isStillQueued } from './held-messages.ts'

interface SendDeps {
  database: Database
  queue: Queue
  channels: Channels
  meter: Meter
  /**
   * A channel that does not answer within this time has failed. It has to be longer than an upload and a
   * send together, so that no retry overlaps with the first try.
   */
  answerWithinMs?: number
}

/** How many messages of one owner a process sends at once, so that one slow number does not block others. */
const maxPerOwner = 6

/**
 * Sends queued messages in three steps, because no transaction may wait for the provider: claim the
 * message, send it, record the outcome. If the process ends in between, the queue gives the same attempt
 * to another worker.
 */
export function createSendMessage(sender: SendDeps): TaskHandlers['message.send'] {
  const { database, queue, channels, meter, answerWithinMs = 60_000 } = sender
  /** How many messages of each owner are on their way from this process. */
  const sendingByOwner = new Map<string, number>()
  return async (task) => {
    if ((await sendOne(task)) === 'settled') await endProbe(task)
  }

  /** Ends the throttling when the probe is done, whatever its outcome. */
  async function endProbe({ probe }: Tasks['message.send']): Promise<void> {
    if (probe !== undefined) await endThrottle({ database, queue }, probe)
  }

  /** Returns `waits` if the same task was deferred. */
  async function sendOne(task: Tasks['message.send']): Promise<'waits' | 'settled'> {
    let reservedBy: string | undefined
    // Before the claim is committed: workers that claim at the same time must not all find room.
    const reserve = (ownerId: string): boolean => {
      const others = sendingByOwner.get(ownerId) ?? 0
      if (others >= maxPerOwner) return false
      sendingByOwner.set(ownerId, others + 1)
      reservedBy = ownerId
      return true
    }
    try {
      const claimed = await database.transaction(async (queries) => {
        const found = await claimMessage(queries, { meter, queue, channels, reserve }, task)
        if (found === undefined || !('waitMs' in found)) return found
        await deferSend(queries, queue, { task, ...found })
        return 'waits'
      })
      if (claimed === 'waits') return claimed
      return claimed === undefined ? 'settled' : await deliver(task, claimed)
    } finally {
      if (reservedBy !== undefined) release(reservedBy)
    }
  }

  function release(ownerId: string): void {
    const left = (sendingByOwner.get(ownerId) ?? 1) - 1
    if (left === 0) sendingByOwner.delete(ownerId)
    else sendingByOwner.set(ownerId, left)
  }

  /** Sends a claimed message and writes down what became of it. */
  async function deliver(
    task: Tasks['message.send'],
    claimed: ClaimedMessage,
  ): Promise<'waits' | 'settled'> {
    const since = new Date()
    const outcome = await send(channels, claimed, answerWithinMs)
    if (outcome instanceof ChannelThrottled) {
      await holdThrottled(database, queue, { task, ...claimed, outcome })
      return 'waits'
    }
    const { probe: _over, ...again } = task
    await settle({ task: again, claimed, outcome, since })
    return 'settled'
  }

  async function settle({ task, claimed, outcome, since }: SentMessage): Promise<void> {
    if (outcome instanceof ChannelLost) {
      return holdUntilConnected(database, queue, { task, claimed, reason: outcome.reason, since })
    }
    if (outcome instanceof ChannelBusy && canTryAgain(outcome, task)) {
      return retryLater(database, queue, { task, outcome, sessionId: claimed.session.id })
    }
    await database.transaction((queries) =>
      recordOutcome(queries, { meter, queue }, { ...claimed.message, outcome }),
    )
    if (outcome instanceof ChannelRefusal) await applyRefusal(database, claimed, outcome)
  }
}

interface DeferredSend {
  task: Tasks['message.send']
  sessionId: string
  waitMs: number
  hasPlace?: boolean
}

/** Defers the sending; this does not count as a try. */
function deferSend(
  queries: Queries,
  queue: Queue,
  { task, sessionId, waitMs, hasPlace = false }: DeferredSend,
): Promise<void> {
  const next = { ...task, ...(hasPlace && { hasPlace }) }
  const startAfter = new Date(Date.now() + waitMs)
  return queue.add(queries, 'message.send', next, { startAfter, group: sessionId })
}

type Outcome = Accepted | { reason: MessageError } | ChannelRefusal | ChannelBusy | ChannelLost

interface SentMessage {
  task: Tasks['message.send']
  claimed: ClaimedMessage
  outcome: Outcome
  /** When it was passed to the channel. */
  since: Date
}

/** Applies what a refusal says beyond the one message. */
async function applyRefusal(
  database: Database,
  { session, contact }: ClaimedMessage,
  { concerns, reason }: ChannelRefusal,
): Promise<void> {
  if (concerns === 'message') return
  const { ownerId, channel } = session
  const { phoneNumber, userId } = contact
  const names = { phoneNumber: phoneNumber ?? undefined, userId: userId ?? undefined }
  await database.transaction((queries) =>
    concerns === 'number'
      ? degradeChannel(queries, { ownerId, channel, reason })
      : setMarketingConsent(queries, { ownerId, ...names, isWanted: false, at: new Date() }),
  )
}

interface HeldSend extends Omit<SentMessage, 'outcome'> {
  reason: MessageError
}

/**
 * Holds a message until the owner has connected the number again. If that happened during the try, the
 * message is retried at once, because nothing would release it any more.
 */
async function holdUntilConnected(
  database: Database,
  queue: Queue,
  { task, claimed: { session, message }, reason, since }: HeldSend,
): Promise<void> {
  const { ownerId, channel, id: sessionId } = session
  await database.transaction(async (queries) => {
    const locked = await lockChatAndMessage(queries, message)
    const isStill = locked !== undefined && isStillQueued(locked.message, message.attempts)
    if (await wasConnectedSince(queries, ownerId, since)) {
      if (isStill) await deferSend(queries, queue, { task, sessionId, waitMs: 1_000 })
      return
    }
    if (isStill) await holdMessage(queries, locked.message, reason)
    await loseChannel(queries, { ownerId, channel, reason, since })
  })
}

function canTryAgain({ retry }: ChannelBusy, { tries = 0 }: Tasks['message.send']): boolean {
  return tries < retry.tries
}

/** Retries with growing pauses, within which a status report may show that it was sent after all. */
function retryLater(
  database: Database,
  queue: Queue,
  { task, outcome, sessionId }: Omit<DeferredSend, 'waitMs'> & { outcome: ChannelBusy },
): Promise<void> {
  const { hasPlace: _used, tries = 0, ...again } = task
  const next = { ...again, tries: tries + 1 }
  const waitMs = outcome.retry.firstMs * 2 ** tries
  return deferSend(database.queries, queue, { task: next, sessionId, waitMs })
}

async function send(
  channels: Channels,
  { session, ...taken }: ClaimedMessage,
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
    return await withTimeout(answerWithinMs, answer)
  } catch (error) {
    if (error instanceof ChannelRefusal || error instanceof ChannelThrottled) return error
    if (error instanceof ChannelBusy || error instanceof ChannelLost) return error
    throw error
  }
}

/** Limits the wait for the channel. A later answer is not lost, as the next try has the same reference. */
async function withTimeout(ms: number, answer: Promise<Accepted>): Promise<Accepted> {
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

async function recordOutcome(
  queries: Queries,
  deps: StatusDeps,
  { outcome, ...taken }: MessageRow & { outcome: Outcome },
): Promise<void> {
  const locked = await lockChatAndMessage(queries, taken)
  if (locked === undefined || !isStillQueued(locked.message, taken.attempts)) return
  const at = new Date()
  if ('reason' in outcome) {
    const report = { status: 'failed', at, error: outcome.reason } as const
    await changeStatus(queries, deps, { ...locked, report })
    return
  }
  await changeStatus(queries, deps, {
    ...locked,
    report: { status: 'sent', at },
    more: { message: { providerId: outcome.providerId }, session: {} },
  })
}

/** Sends a read receipt or a typing indicator; tried once, as it would be of no use later. */
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
    // No run is about to answer any more.
    if (isTyping && run !== 'debouncing' && run !== 'thinking') return
    const tell = channels[channel]?.[isTyping ? 'showTyping' : 'markRead']
    await tell?.({ ownerId, providerId }).catch((err: unknown) => {
      log.warn({ err: withoutPersonalData(err) }, 'a contact was not told that a message was read')
    })
  }
}
