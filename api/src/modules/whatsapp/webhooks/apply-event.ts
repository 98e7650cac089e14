import { cleanName } from '@errand/contract/visible-text'
import type { Logger } from 'pino'

import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import type { Meter } from '../../billing/meter.ts'
import { applyStatus } from '../../chats/apply-status.ts'
import { degradeChannel, loseChannel } from '../../chats/channel-health.ts'
import { setMarketingConsent } from '../../chats/contacts/contacts.repo.ts'
import { changeMessage, receiveEcho } from '../../conversations/phone-events.ts'
import { receiveMessage } from '../../conversations/receive-message.ts'
import {
  receiveNotice,
  receiveReaction,
  receiveRenaming,
} from '../../conversations/receive-signals.ts'
import { ruleOf, toMessageError } from '../error-rules.ts'
import { applyAccountEvent } from './apply-account-event.ts'
import type { EventContext, WebhookEvent } from './read-events.ts'
import { aboutOf, type Content, mediaOf } from './shapes.ts'
import type { WebhookMessage, WebhookStatus } from './webhook-schemas.ts'

/** What applying webhooks needs. */
export interface WebhookDeps {
  ai: Pick<AiProvider, 'readField'>
  database: Database
  queue: Queue
  meter: Meter
  log: Logger
}

type Of<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>

/** Applies an event in one transaction; applying it again changes nothing. */
export async function applyEvent(
  parts: WebhookDeps,
  whose: EventContext,
  event: WebhookEvent,
): Promise<void> {
  switch (event.type) {
    case 'message':
      return applyMessage(parts, whose, event)
    case 'echo':
      return applyEcho(parts, whose, event)
    case 'reaction':
      return applyReaction(parts, whose, event)
    case 'notice':
      return applyNotice(parts, whose, event)
    case 'renaming':
      return applyRenaming(parts, whose, event)
    case 'change':
      return applyChange(parts, whose, event)
    case 'status':
      return applyStatusEvent(parts, whose, event)
    case 'preference':
      return applyPreference(parts, whose, event)
    case 'account':
      return applyAccountEvent(parts, whose, event)
    case 'unreadable':
      parts.log.warn({ what: event.what }, 'a part of a webhook that cannot be read')
  }
}

function applyMessage(
  { database, queue }: WebhookDeps,
  { ownerId, channel, receivedAt }: EventContext,
  { message, content, from, at }: Of<'message'>,
): Promise<void> {
  const { handling, isUnread } = content
  const moment = notInFuture(at)
  return database.transaction(async (queries) => {
    const received = await receiveMessage(queries, queue, {
      ownerId,
      channel,
      from,
      receivedAt,
      handling,
      message: {
        ...toStoredMessage(message, content, moment),
        ...(!isUnread && { readByOwnerAt: moment }),
      },
    })
    if (received.isDuplicate) return
    await queueFileFetch(queries, queue, { message, messageId: received.messageId, ownerId })
  })
}

/** A message as it is stored. */
const toStoredMessage = (
  message: WebhookMessage,
  { showsAs: type, kind, text }: Content,
  at: Date,
) => ({
  type,
  kind,
  text,
  about: aboutOf(message),
  replyToProviderId: message.context?.id,
  providerId: message.id,
  at,
})

/** Queues the download of a message's file. */
async function queueFileFetch(
  queries: Queries,
  queue: Queue,
  { message, messageId, ownerId }: { message: WebhookMessage; messageId: string; ownerId: string },
): Promise<void> {
  const media = mediaOf(message)
  if (media?.id === undefined) return
  const fileName = cleanName(media.filename).slice(-maxFileName)
  const task = { messageId, mediaId: media.id, ...(fileName !== '' && { fileName }) }
  await queue.add(queries, 'media.fetch', task, { group: ownerId })
}

const maxFileName = 200

/** A reaction changes the message that it is about, and is not a message itself. */
function applyReaction(
  { database, queue, log }: WebhookDeps,
  { ownerId, receivedAt }: EventContext,
  { id: providerId, from, aboutProviderId, emoji, at }: Of<'reaction'>,
): Promise<void> {
  const reaction = { ownerId, from, providerId, aboutProviderId, emoji, at, receivedAt }
  return database.transaction(async (queries) => {
    const about = await receiveReaction(queries, queue, reaction)
    if (about === undefined) log.info('a reaction to a message that is not here')
  })
}

function applyNotice(
  { database }: WebhookDeps,
  { ownerId, channel }: EventContext,
  { notice: { id: providerId, ...notice }, from, at }: Of<'notice'>,
): Promise<void> {
  const line = { ...notice, ownerId, channel, from, providerId, at: notInFuture(at) }
  return database.transaction((queries) => receiveNotice(queries, line))
}

/** Limits times to now, because the provider's clock may be ahead. */
function notInFuture(at: Date): Date {
  const now = new Date()
  return at > now ? now : at
}

function applyRenaming(
  { database }: WebhookDeps,
  { ownerId, channel }: EventContext,
  { id: providerId, renaming, at }: Of<'renaming'>,
): Promise<void> {
  const change = { ...renaming, ownerId, channel, providerId, at: notInFuture(at) }
  return database.transaction((queries) => receiveRenaming(queries, change))
}

async function applyEcho(
  { database, queue }: WebhookDeps,
  { ownerId, channel }: EventContext,
  { message, content, to, at }: Of<'echo'>,
): Promise<void> {
  await database.transaction(async (queries) => {
    const echo = toStoredMessage(message, content, notInFuture(at))
    const row = await receiveEcho(queries, { ownerId, channel, to, message: echo })
    if (row !== undefined)
      await queueFileFetch(queries, queue, { message, messageId: row.id, ownerId })
  })
}

function applyChange(
  { ai, database, queue }: WebhookDeps,
  { ownerId, receivedAt }: EventContext,
  { change: { id: _id, ...told }, at }: Of<'change'>,
): Promise<void> {
  const change = { ...told, ownerId, at, receivedAt }
  return database.transaction((queries) => changeMessage({ queries, queue, ai }, change))
}

/** The provider's statuses in our terms; a voice message that was played was read. */
const statuses = new Map<string, 'sent' | 'delivered' | 'read' | 'failed'>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
])

/** Our status for a report; undefined for statuses that we do not use. */
export const statusOf = ({ status }: WebhookStatus) => statuses.get(status)

async function applyStatusEvent(
  { database, meter, queue }: WebhookDeps,
  whose: EventContext,
  { status: told, at }: Of<'status'>,
): Promise<void> {
  const status = statusOf(told)
  if (status === undefined) return
  const { ownerId } = whose
  const [error] = told.errors
  const code = error?.code ?? 131_000
  const reason = toMessageError(code, error?.error_data?.details ?? error?.title)
  const report = {
    ownerId,
    providerId: told.id,
    reference: told.biz_opaque_callback_data,
    status,
    at: notInFuture(at),
    ...(status === 'failed' && { error: reason }),
  }
  // In one transaction: once the message has failed, a repeated report is ignored.
  await database.transaction(async (queries) => {
    if (status === 'failed') await noteContactRefusal(queries, whose, { code, told, at })
    await applyStatus(queries, { meter, queue }, report)
    if (status === 'failed') await noteNumberTrouble(queries, whose, { code, at })
  })
}

/** Stores what a failure says about the contact, who is locked before the chat, as everywhere. */
async function noteContactRefusal(
  queries: Queries,
  { ownerId }: EventContext,
  { code, told, at }: { code: number; told: WebhookStatus; at: Date },
): Promise<void> {
  if (ruleOf(code).concerns !== 'marketing') return
  const { recipient_id: phoneNumber, recipient_user_id: userId } = told
  await setMarketingConsent(queries, { ownerId, phoneNumber, userId, isWanted: false, at })
}

/** Stores what a failure says about the owner's number. */
async function noteNumberTrouble(
  queries: Queries,
  whose: EventContext,
  { code, at }: { code: number; at: Date },
): Promise<void> {
  const { remedy, concerns } = ruleOf(code)
  const reason = toMessageError(code)
  if (remedy.kind === 'disconnect') await loseChannel(queries, { ...whose, reason, since: at })
  if (concerns === 'number') await degradeChannel(queries, { ...whose, reason })
}

async function applyPreference(
  { database }: WebhookDeps,
  { ownerId }: EventContext,
  { preference, at }: Of<'preference'>,
): Promise<void> {
  const { category, value, wa_id: phoneNumber, user_id: userId } = preference
  if (category !== 'marketing_messages') return
  const isWanted = value !== 'stop'
  const names = { phoneNumber, userId }
  await setMarketingConsent(database.queries, { ownerId, ...names, isWanted, at })
}
