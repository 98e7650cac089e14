import type { MessageError } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { and, eq } from 'drizzle-orm'

import { degradeChannel, loseChannel } from '../../channel/channel-health.ts'
import { applyStatus } from '../../chats/apply-status.ts'
import { changeMessage, receiveEcho } from '../../chats/phone-events.ts'
import { renameContact, wantMarketing } from '../../chats/contacts/contacts.repo.ts'
import { publishChats } from '../../chats/publish-chat.ts'
import { receiveMessage } from '../../chats/receive-message.ts'
import type { Queries } from '../../database/database.ts'
import { templates } from '../../database/schema.ts'
import { ruleOf, toMessageError } from '../error-rules.ts'
import { contentOf, type ToldEvent } from './read-events.ts'
import type { ReceiveWith } from './receive-webhooks.ts'
import type { ToldStatus } from './webhook-schemas.ts'

/** Whose event it is. */
interface Whose {
  ownerId: string
  channel: Channel
  receivedAt: Date
}

type Of<T extends ToldEvent['type']> = Extract<ToldEvent, { type: T }>

/** Does what an event asks for, in one transaction; done again it changes nothing. */
export async function applyEvent(
  parts: ReceiveWith,
  whose: Whose,
  event: ToldEvent,
): Promise<void> {
  switch (event.type) {
    case 'message':
      return applyMessage(parts, whose, event)
    case 'echo':
      return applyEcho(parts, whose, event)
    case 'renaming':
      return applyRenaming(parts, whose, event)
    case 'change':
      return applyChange(parts, whose, event)
    case 'status':
      return applyTold(parts, whose, event)
    case 'preference':
      return applyPreference(parts, whose, event)
    case 'account':
      return applyAccountEvent(parts, whose, event)
    case 'unreadable':
      parts.log.warn({ what: event.what }, 'a part of a webhook that cannot be read')
  }
}

function applyMessage(
  { database, queue }: ReceiveWith,
  { ownerId, channel, receivedAt }: Whose,
  { message, from, at }: Of<'message'>,
): Promise<void> {
  const { mediaId, ...content } = contentOf(message)
  return database.transaction(async (queries) => {
    const received = await receiveMessage(queries, queue, {
      ownerId,
      channel,
      from,
      receivedAt,
      message: { ...content, providerId: message.id, at: notAhead(at) },
    })
    if (mediaId === undefined || received.isDuplicate) return
    // Waits for no lock, so it may come after the event that is told of it.
    const task = { messageId: received.messageId, mediaId }
    await queue.add(queries, 'media.fetch', task, { group: ownerId })
  })
}

/** Nobody writes in the future, whatever the provider's clock says. */
function notAhead(at: Date): Date {
  const now = new Date()
  return at > now ? now : at
}

function applyRenaming(
  { database }: ReceiveWith,
  { ownerId }: Whose,
  { renaming }: Of<'renaming'>,
): Promise<void> {
  return database.transaction(async (queries) => {
    await publishChats(queries, await renameContact(queries, ownerId, renaming))
  })
}

async function applyEcho(
  { database, queue }: ReceiveWith,
  { ownerId, channel }: Whose,
  { message, to, at }: Of<'echo'>,
): Promise<void> {
  const { mediaId, reaction, ...content } = contentOf(message)
  // What is put to a message is not something that is said.
  if (reaction !== undefined) return
  await database.transaction(async (queries) => {
    const echo = { ...content, providerId: message.id, at: notAhead(at) }
    const row = await receiveEcho(queries, { ownerId, channel, to, message: echo })
    if (mediaId === undefined || row === undefined) return
    const task = { messageId: row.id, mediaId }
    await queue.add(queries, 'media.fetch', task, { group: ownerId })
  })
}

function applyChange(
  { database, queue }: ReceiveWith,
  { ownerId, receivedAt }: Whose,
  { change: { id: _id, ...told }, at }: Of<'change'>,
): Promise<void> {
  const change = { ...told, ownerId, at, receivedAt }
  return database.transaction((queries) => changeMessage(queries, queue, change))
}

/** A voice message that was played was read. */
const statuses: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

/** What it says in our words; nothing when we have none for it. */
export const statusOf = ({ status }: ToldStatus) => statuses[status]

async function applyTold(
  { database, meter }: ReceiveWith,
  whose: Whose,
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
    at: notAhead(at),
    ...(status === 'failed' && { error: reason }),
  }
  // Both or neither: once the message has failed, nobody hears of its failure again.
  await database.transaction(async (queries) => {
    if (status === 'failed') await heedOfContact(queries, whose, { code, told, at })
    await applyStatus(queries, meter, report)
    if (status === 'failed') await heedOfNumber(queries, whose, { code, at })
  })
}

/** What a failure says of the contact, who is locked before the chat, as everywhere. */
async function heedOfContact(
  queries: Queries,
  { ownerId }: Whose,
  { code, told, at }: { code: number; told: ToldStatus; at: Date },
): Promise<void> {
  if (ruleOf(code).concerns !== 'marketing') return
  const { recipient_id: phoneNumber, recipient_user_id: userId } = told
  await wantMarketing(queries, { ownerId, phoneNumber, userId, isWanted: false, at })
}

/** What a failure says of the owner's number. */
async function heedOfNumber(
  queries: Queries,
  whose: Whose,
  { code, at }: { code: number; at: Date },
): Promise<void> {
  const { remedy, concerns } = ruleOf(code)
  const reason = toMessageError(code)
  if (remedy.kind === 'disconnect') await loseChannel(queries, { ...whose, reason, since: at })
  if (concerns === 'number') await degradeChannel(queries, { ...whose, reason })
}

async function applyPreference(
  { database }: ReceiveWith,
  { ownerId }: Whose,
  { preference, at }: Of<'preference'>,
): Promise<void> {
  const { category, value, wa_id: phoneNumber, user_id: userId } = preference
  if (category !== 'marketing_messages') return
  const isWanted = value !== 'stop'
  const names = { phoneNumber, userId }
  await wantMarketing(database.queries, { ownerId, ...names, isWanted, at })
}

type AccountEvent = Extract<ToldEvent, { type: 'account' }>

const notice = (code: number, title: string, detail: string): MessageError => ({
  code,
  title,
  detail,
  retryable: false,
  action: 'reconnect',
})

/** What ends an account, by the provider's word for it. */
const ends = new Set([
  'ACCOUNT_DELETED',
  'DISABLED_UPDATE',
  'PARTNER_REMOVED',
  'ACCOUNT_OFFBOARDED',
])
const restricts = new Set(['ACCOUNT_RESTRICTION', 'ACCOUNT_VIOLATION'])
const lowers = new Set(['FLAGGED', 'DOWNGRADE'])

const locked = notice(131_031, 'The account is locked', 'See the mail from Meta.')
const restricted = notice(368, 'The account is restricted', 'It broke a policy of WhatsApp.')
const flagged = notice(
  131_048,
  'The quality of the number is low',
  'Too many people blocked it or reported it as spam. Write less for now.',
)

/** Something happened to the account, its number or one of its templates. */
async function applyAccountEvent(
  { database, queue }: ReceiveWith,
  whose: Whose,
  { field, event, at }: AccountEvent,
): Promise<void> {
  const { event: word } = event
  if (field.startsWith('message_template')) {
    await database.transaction(async (queries) => {
      await changeTemplate(queries, whose, event)
      const { ownerId } = whose
      await queue.add(queries, 'templates.fetch', { ownerId })
    })
    return
  }
  await database.transaction(async (queries) => {
    if (ends.has(word)) await loseChannel(queries, { ...whose, reason: locked, since: at })
    if (restricts.has(word)) await degradeChannel(queries, { ...whose, reason: restricted })
    if (lowers.has(word)) await degradeChannel(queries, { ...whose, reason: flagged })
  })
}

const states: Record<string, Template['status']> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  PENDING: 'PENDING',
  REJECTED: 'REJECTED',
  PAUSED: 'PAUSED',
  FLAGGED: 'APPROVED',
  DISABLED: 'DISABLED',
}

/** At once, so that nobody sends it in between; the rest comes with the list. */
async function changeTemplate(
  queries: Queries,
  { ownerId }: Whose,
  told: AccountEvent['event'],
): Promise<void> {
  const { message_template_name: name, message_template_language: language } = told
  const status = states[told.event]
  if (name === undefined || language === undefined || status === undefined) return
  await queries
    .update(templates)
    .set({ status, updatedAt: new Date() })
    .where(
      and(
        eq(templates.ownerId, ownerId),
        eq(templates.name, name),
        eq(templates.language, language),
      ),
    )
}
