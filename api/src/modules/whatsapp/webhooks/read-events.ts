import type { MessageKind } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import * as z from 'zod/mini'

import type { ContactIds, Renaming, Sender } from '../../chats/contacts/contacts.repo.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { readEnvelope } from './ingest-webhook.ts'
import { readPeople, readRenaming, recipientIds, senderIds } from './people.ts'
import { type Content, editedText, readContent } from './shapes.ts'
import * as schemas from './webhook-schemas.ts'

/** The owner, the channel and the arrival of an event. */
export interface EventContext {
  ownerId: string
  channel: Channel
  receivedAt: Date
}

/** An event in a webhook. */
export type WebhookEvent = { at: Date } & (
  | {
      type: 'message'
      message: schemas.WebhookMessage
      content: Content
      from: Sender
      /** The business's own number, as people dial it. */
      to: string | undefined
    }
  | { type: 'echo'; message: schemas.WebhookMessage; content: Content; to: Sender }
  | { type: 'notice'; notice: WebhookNotice; from: Sender }
  | { type: 'reaction'; id: string; from: Sender; aboutProviderId: string; emoji: string }
  | { type: 'renaming'; id: string; renaming: Renaming }
  | { type: 'change'; change: WebhookChange }
  | { type: 'status'; status: schemas.WebhookStatus }
  | { type: 'preference'; preference: schemas.WebhookPreference }
  | { type: 'account'; field: string; event: schemas.AccountEventValue; toldAt: Date | undefined }
  | { type: 'unreadable'; what: string }
)

/** An edit or a deletion of a message by its author. */
interface WebhookChange {
  /** The provider's id of the change. */
  id: string
  /** The provider's id of the message. */
  providerId: string
  direction: MessageRow['direction']
  /** The contact's ids, as far as the webhook names them. */
  contact: ContactIds
  /** The new text; null for a deletion. */
  text: string | null
}

/** An event that is shown as a line in the chat. */
interface WebhookNotice {
  id: string
  kind: MessageKind
  text: string
  /** Whether it starts a chat if there is none. */
  opensChat: boolean
}

/** Reads the events of a stored webhook; fields that we do not use are left out. */
export function* readEvents({
  body,
  receivedAt,
}: {
  body: string
  receivedAt: Date
}): Generator<WebhookEvent> {
  const entries = readEnvelope(new TextEncoder().encode(body))?.entry ?? []
  const changes = entries.flatMap(({ changes: all, time }) =>
    all.map((change) => ({
      ...change,
      toldAt: time === undefined ? undefined : new Date(time * 1000),
    })),
  )
  for (const { field, value, toldAt } of changes) {
    switch (field) {
      case 'messages':
        yield* readMessages(value, 'messages', receivedAt)
        yield* readStatuses(value, receivedAt)
        break
      case 'smb_message_echoes':
        yield* readMessages(value, 'message_echoes', receivedAt)
        break
      case 'calls':
        yield* readCalls(value, receivedAt)
        break
      case 'user_preferences':
        yield* readPreferences(value, receivedAt)
        break
      default:
        if (accountFields.has(field)) yield* readAccountEvent(field, value, { receivedAt, toldAt })
    }
  }
}

type Value = Record<string, unknown>

function* readMessages(
  value: Value,
  member: 'messages' | 'message_echoes',
  receivedAt: Date,
): Generator<WebhookEvent> {
  const { data: metadata } = z.safeParse(schemas.metadataSchema, value['metadata'])
  const own = metadata?.display_phone_number
  const contacts = validOf(value['contacts'], schemas.contactSchema)
  const namesOf = member === 'messages' ? senderIds : recipientIds
  const all = () => validOf(value[member], schemas.messageSchema)
  const personOf = readPeople(contacts, namesOf, all)
  // One by one, so that a webhook with a thousand messages does not hold the event loop.
  for (const parsed of parseEach(value[member], schemas.messageSchema)) {
    if (!parsed.success) {
      yield unreadable(member, parsed.error, receivedAt)
      continue
    }
    const message = parsed.data
    // Messages in groups are ignored.
    if (message.group_id !== undefined) continue
    const { timestamp: at = receivedAt } = message
    const change = readChange(message, member)
    const renaming = readRenaming(message)
    const person = personOf(message)
    if (change !== undefined) yield { ...change, at }
    else if (renaming !== undefined) yield { type: 'renaming', at, id: message.id, renaming }
    else if (person === undefined) yield { type: 'unreadable', at, what: `${member} of nobody` }
    else if (message.type === 'reaction') yield* readReaction(message, member, { at, person })
    else yield* readContentOf(message, member, { at, person, own })
  }
}

/** Reads a contact's reaction; those of the owner are ignored. */
function* readReaction(
  { id, reaction }: schemas.WebhookMessage,
  member: 'messages' | 'message_echoes',
  { at, person: from }: { at: Date; person: Sender },
): Generator<WebhookEvent> {
  if (reaction === undefined) yield { type: 'unreadable', at, what: `${member} reaction` }
  else if (member === 'messages') {
    const { message_id: aboutProviderId, emoji } = reaction
    yield { type: 'reaction', at, id, from, aboutProviderId, emoji }
  }
}

function* readContentOf(
  message: schemas.WebhookMessage,
  member: 'messages' | 'message_echoes',
  { at, person, own }: { at: Date; person: Sender; own: string | undefined },
): Generator<WebhookEvent> {
  const { id, type } = message
  const content = readContent(message)
  if (content.isUnreadable) yield { type: 'unreadable', at, what: `${member} ${type}` }
  if (content.showsAs === 'event') {
    const { kind, text } = content
    if (kind === undefined || member !== 'messages') return
    yield { type: 'notice', at, notice: { id, kind, text, opensChat: false }, from: person }
  } else if (member === 'messages')
    yield { type: 'message', at, message, content, from: person, to: own }
  else yield { type: 'echo', at, message, content, to: person }
}

/** Reads calls of contacts that were missed. */
function* readCalls(value: Value, receivedAt: Date): Generator<WebhookEvent> {
  const contacts = validOf(value['contacts'], schemas.contactSchema)
  const calls = validOf(value['calls'], schemas.callSchema)
  const personOf = readPeople(contacts, senderIds, () => calls)
  for (const call of calls) {
    const { id, event, direction, status, timestamp: at = receivedAt } = call
    const isMissed = event === 'terminate' && status !== 'COMPLETED'
    const person = personOf(call)
    if (!isMissed || direction !== 'USER_INITIATED' || person === undefined) continue
    const notice = { id, kind: 'missed_call', text: '', opensChat: true } as const
    yield { type: 'notice', at, notice, from: person }
  }
}

type UndatedEvent = { type: 'change'; change: WebhookChange } | { type: 'unreadable'; what: string }

/** Reads an edit or a deletion, which is never a message itself, even if it cannot be read. */
function readChange(
  message: schemas.WebhookMessage,
  member: 'messages' | 'message_echoes',
): UndatedEvent | undefined {
  const { id, type, edit, revoke } = message
  if (type !== 'edit' && type !== 'revoke') return undefined
  const about = type === 'edit' ? edit : revoke
  const text = edit === undefined || type === 'revoke' ? null : editedText(edit.message)
  if (about === undefined || text === undefined) return { type: 'unreadable', what: type }
  const isInbound = member === 'messages'
  const direction = isInbound ? 'in' : 'out'
  const contact = isInbound ? senderIds(message) : recipientIds(message)
  const change = { id, direction, contact, providerId: about.original_message_id, text } as const
  return { type: 'change', change }
}

function* readStatuses(value: Value, receivedAt: Date): Generator<WebhookEvent> {
  for (const parsed of parseEach(value['statuses'], schemas.statusSchema)) {
    if (!parsed.success) yield unreadable('statuses', parsed.error, receivedAt)
    else {
      const { data: status } = parsed
      yield { type: 'status', at: status.timestamp ?? receivedAt, status }
    }
  }
}

function* readPreferences(value: Value, receivedAt: Date): Generator<WebhookEvent> {
  for (const parsed of parseEach(value['user_preferences'], schemas.preferenceSchema)) {
    if (!parsed.success) yield unreadable('user_preferences', parsed.error, receivedAt)
    else {
      const { data: preference } = parsed
      yield { type: 'preference', at: preference.timestamp ?? receivedAt, preference }
    }
  }
}

const accountFields = new Set([
  'account_update',
  'account_review_update',
  'phone_number_quality_update',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
])

function* readAccountEvent(
  field: string,
  value: Value,
  { receivedAt: at, toldAt }: { receivedAt: Date; toldAt: Date | undefined },
): Generator<WebhookEvent> {
  const event = z.parse(schemas.accountEventSchema, value)
  yield { type: 'account', at, field, event, toldAt }
}

/** Parses each item on its own, so that an invalid one does not affect the others. */
function* parseEach<S extends z.core.$ZodType>(
  value: unknown,
  schema: S,
): Generator<z.core.util.SafeParseResult<z.output<S>>> {
  if (!Array.isArray(value)) return
  for (const one of value) yield z.safeParse(schema, one)
}

/** The valid items of a list. */
const validOf = <S extends z.core.$ZodType>(value: unknown, schema: S): z.output<S>[] =>
  [...parseEach(value, schema)].flatMap((parsed) => (parsed.success ? [parsed.data] : []))

/** Describes an invalid item by the paths of its errors alone, as its values may be personal data. */
function unreadable(member: string, { issues }: z.core.$ZodError, at: Date): WebhookEvent {
  const places = issues.map(({ path }) => path.join('.'))
  return { type: 'unreadable', at, what: [member, ...places].join(' ') }
}
