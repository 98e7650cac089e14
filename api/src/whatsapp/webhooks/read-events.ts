import { maxTextLength, type MessageType } from '@errand/contract/chats/message'
import * as z from 'zod/mini'

import type { Names, Sender } from '../../chats/contacts/contacts.repo.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { readPeople, readRenaming, recipientNames, type Renaming, senderNames } from './people.ts'
import { readEnvelope } from './take-webhook.ts'
import * as schemas from './webhook-schemas.ts'
import type { ToldContent, ToldMessage } from './webhook-schemas.ts'

/** One thing that a webhook tells, in the order in which it happened. */
export type ToldEvent = { at: Date } & (
  | { type: 'message'; message: schemas.ToldMessage; from: Sender }
  | { type: 'echo'; message: schemas.ToldMessage; to: Sender }
  | { type: 'renaming'; renaming: Renaming }
  | { type: 'change'; change: ToldChange }
  | { type: 'status'; status: schemas.ToldStatus }
  | { type: 'preference'; preference: schemas.ToldPreference }
  | { type: 'account'; field: string; event: schemas.ToldAccountEvent }
  | { type: 'unreadable'; what: string }
)

/** A message was edited, or deleted by whoever wrote it. */
interface ToldChange {
  /** What the provider calls the change itself. */
  id: string
  /** What it calls the message. */
  providerId: string
  direction: MessageRow['direction']
  /** Its contact's number and user id, as far as they are told. */
  contact: Names
  /** What it says now; nothing when it is deleted. */
  text: string | null
}

/** All that a stored webhook tells; what is not for us is left out. */
export function* readEvents({
  body,
  receivedAt,
}: {
  body: string
  receivedAt: Date
}): Generator<ToldEvent> {
  const changes =
    readEnvelope(new TextEncoder().encode(body))?.entry.flatMap((entry) => entry.changes) ?? []
  for (const { field, value } of changes) {
    switch (field) {
      case 'messages':
        yield* readMessages(value, 'messages', receivedAt)
        yield* readStatuses(value, receivedAt)
        break
      case 'smb_message_echoes':
        yield* readMessages(value, 'message_echoes', receivedAt)
        break
      case 'user_preferences':
        yield* readPreferences(value, receivedAt)
        break
      default:
        yield* readAccountEvent(field, value, receivedAt)
    }
  }
}

type Value = Record<string, unknown>

function* readMessages(
  value: Value,
  member: 'messages' | 'message_echoes',
  receivedAt: Date,
): Generator<ToldEvent> {
  const { read: contacts } = listOf(value['contacts'], schemas.contactSchema)
  const { read: messages, unread } = listOf(value[member], schemas.messageSchema)
  const namesOf = member === 'messages' ? senderNames : recipientNames
  const personOf = readPeople(messages, contacts, namesOf)
  for (const message of messages) {
    // What is said in a group is nobody's private chat.
    if (message.group_id !== undefined) continue
    const { timestamp: at = receivedAt } = message
    const told = readChange(message, member) ?? readSystem(message)
    if (told !== undefined) {
      yield* told.map((event) => ({ ...event, at }))
      continue
    }
    const person = personOf(message)
    if (person === undefined) yield { type: 'unreadable', at, what: `${member} of nobody` }
    else if (member === 'messages') yield { type: 'message', at, message, from: person }
    else yield { type: 'echo', at, message, to: person }
  }
  yield* unreadableOf(member, unread, receivedAt)
}

type Undated = ToldEvent extends infer E ? (E extends ToldEvent ? Omit<E, 'at'> : never) : never

/** None of what changes another message, understood or not, is a message itself. */
function readChange(
  message: schemas.ToldMessage,
  member: 'messages' | 'message_echoes',
): Undated[] | undefined {
  const { id, type, edit, revoke } = message
  if (type !== 'edit' && type !== 'revoke') return undefined
  const about = type === 'edit' ? edit : revoke
  const text = edit === undefined || type === 'revoke' ? null : editedText(edit.message)
  if (about === undefined || text === undefined) return [{ type: 'unreadable', what: type }]
  const isInbound = member === 'messages'
  const direction = isInbound ? 'in' : 'out'
  const contact = isInbound ? senderNames(message) : recipientNames(message)
  const change = { id, direction, contact, providerId: about.original_message_id, text } as const
  return [{ type: 'change', change }]
}

/** Nobody wrote what the system says. */
function readSystem(message: schemas.ToldMessage): Undated[] | undefined {
  if (message.type !== 'system') return undefined
  const renaming = readRenaming(message)
  return renaming === undefined ? [] : [{ type: 'renaming', renaming }]
}

function* readStatuses(value: Value, receivedAt: Date): Generator<ToldEvent> {
  const { read, unread } = listOf(value['statuses'], schemas.statusSchema)
  for (const status of read) yield { type: 'status', at: status.timestamp ?? receivedAt, status }
  yield* unreadableOf('statuses', unread, receivedAt)
}

function* readPreferences(value: Value, receivedAt: Date): Generator<ToldEvent> {
  const { read, unread } = listOf(value['user_preferences'], schemas.preferenceSchema)
  for (const preference of read)
    yield { type: 'preference', at: preference.timestamp ?? receivedAt, preference }
  yield* unreadableOf('user_preferences', unread, receivedAt)
}

function* readAccountEvent(field: string, value: unknown, at: Date): Generator<ToldEvent> {
  const parsed = z.safeParse(schemas.accountEventSchema, value)
  if (parsed.success) yield { type: 'account', at, field, event: parsed.data }
}

/** One that is not as it should be must not cost us the others. */
function listOf<S extends z.core.$ZodType>(
  value: unknown,
  schema: S,
): { read: z.output<S>[]; unread: z.core.$ZodError[] } {
  const all = (Array.isArray(value) ? value : []).map((one) => z.safeParse(schema, one))
  return {
    read: all.flatMap((parsed) => (parsed.success ? [parsed.data] : [])),
    unread: all.flatMap((parsed) => (parsed.success ? [] : [parsed.error])),
  }
}

/** What is wrong of those, by the places alone: what stands there may be somebody's. */
function* unreadableOf(member: string, errors: z.core.$ZodError[], at: Date): Generator<ToldEvent> {
  for (const { issues } of errors) {
    const places = issues.map(({ path }) => path.join('.'))
    yield { type: 'unreadable', at, what: [member, ...places].join(' ') }
  }
}

/** What a message says, and the file that it brings. */
interface Content {
  type: MessageType
  text: string
  reaction?: string
  replyToProviderId?: string
  /** Where the provider keeps the file. */
  mediaId?: string
}

const mediaTypes = {
  image: 'image',
  sticker: 'image',
  audio: 'audio',
  video: 'video',
  document: 'document',
} as const

/** What a message of the provider says in our words. */
export function contentOf(message: ToldMessage): Content {
  const content = saidIn(message)
  const quoted = message.reaction?.message_id ?? message.context?.id
  return {
    ...content,
    text: storable(content.text),
    ...(quoted !== undefined && { replyToProviderId: quoted }),
  }
}

/** What an edited message says now: its text, or its caption; nothing where that cannot be read. */
function editedText(content: ToldContent): string | undefined {
  const said = content.type === 'text' ? content.text?.body : captionIn(content)
  return said === undefined ? undefined : storable(said)
}

function captionIn(content: ToldContent): string | undefined {
  const isMedia = Object.hasOwn(mediaTypes, content.type)
  return isMedia ? content[content.type as keyof typeof mediaTypes]?.caption : undefined
}

const storable = (text: string): string => text.replaceAll('\0', '').slice(0, maxTextLength)

/** A type that we do not know, or whose part is not as it should be, has no words: nobody takes them for an answer. */
function saidIn(message: ToldContent): Content {
  const { type, text, location, contacts, interactive, button, reaction } = message
  switch (type) {
    case 'text':
      if (text !== undefined) return { type, text: text.body }
      break
    case 'image':
    case 'sticker':
    case 'audio':
    case 'video':
    case 'document': {
      const media = message[type]
      if (media?.id !== undefined)
        return { type: mediaTypes[type], text: media.caption, mediaId: media.id }
      break
    }
    case 'location':
      if (location !== undefined) return { type, text: placeOf(location) }
      break
    case 'contacts':
      if (contacts !== undefined) return { type: 'contact', text: cardsOf(contacts) }
      break
    case 'interactive':
    case 'button': {
      const tapped = interactive?.button_reply?.title ?? interactive?.list_reply?.title
      const title = type === 'button' ? button?.text : tapped
      if (title !== undefined) return { type: 'interactive', text: title }
      break
    }
    case 'reaction':
      if (reaction !== undefined) return { type, text: '', reaction: reaction.emoji }
  }
  return { type: 'unsupported', text: '' }
}

function placeOf({
  name,
  address,
  latitude,
  longitude,
}: NonNullable<ToldContent['location']>): string {
  const place = [name, address, `${latitude}, ${longitude}`].filter((line) => line !== '')
  return place.join('\n')
}

function cardsOf(contacts: NonNullable<ToldContent['contacts']>): string {
  return contacts
    .map(({ name, phones }) =>
      [name?.formatted_name ?? '', ...phones.map(({ phone }) => phone)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n')
}
