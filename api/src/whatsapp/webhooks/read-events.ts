import { maxTextLength, type MessageType } from '@errand/contract/chats/message'
import * as z from 'zod/mini'

import type { Inbound } from '../../chats/receive-message.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { readEnvelope } from './take-webhook.ts'
import * as schemas from './webhook-schemas.ts'
import type { ToldContent, ToldMessage } from './webhook-schemas.ts'

/** One thing that a webhook tells, in the order in which it happened. */
export type ToldEvent = { at: Date } & (
  | { type: 'message'; message: schemas.ToldMessage; name: string }
  | { type: 'echo'; message: schemas.ToldMessage }
  | { type: 'change'; change: ToldChange }
  | { type: 'status'; status: schemas.ToldStatus }
  | { type: 'preference'; preference: schemas.ToldPreference }
  | { type: 'account'; field: string; event: schemas.ToldAccountEvent }
)

/** A message was edited, or deleted by whoever wrote it. */
interface ToldChange {
  /** What the provider calls the change itself. */
  id: string
  /** What it calls the message. */
  providerId: string
  direction: MessageRow['direction']
  /** Its contact's number and user id, as far as they are told. */
  contactNames: string[]
  /** What it says now; nothing when it is deleted. */
  text: string | null
}

/** All that a stored webhook tells; what we do not understand is left out. */
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
        yield* readMessages(value)
        yield* readStatuses(value)
        break
      case 'smb_message_echoes':
        for (const message of listOf(value['message_echoes'], schemas.messageSchema)) {
          yield* readChange(message, 'out') ?? [{ type: 'echo', at: message.timestamp, message }]
        }
        break
      case 'user_preferences':
        for (const preference of listOf(value['user_preferences'], schemas.preferenceSchema))
          yield { type: 'preference', at: preference.timestamp, preference }
        break
      default:
        yield* readAccountEvent(field, value, receivedAt)
    }
  }
}

function* readMessages(value: Record<string, unknown>): Generator<ToldEvent> {
  const contacts = [...listOf(value['contacts'], schemas.contactSchema)]
  const byNumber = Map.groupBy(contacts, ({ wa_id: number }) => number)
  const byUser = Map.groupBy(contacts, ({ user_id: userId }) => userId)
  for (const message of listOf(value['messages'], schemas.messageSchema)) {
    const { from, from_user_id: userId, timestamp: at } = message
    const [sender] = (from === undefined ? byUser.get(userId) : byNumber.get(from)) ?? contacts
    const name = sender?.profile?.name ?? ''
    yield* readChange(message, 'in') ?? [{ type: 'message', at, message, name }]
  }
}

/** None of what changes another message, understood or not, is a message itself. */
function readChange(
  message: schemas.ToldMessage,
  direction: ToldChange['direction'],
): ToldEvent[] | undefined {
  const { id, type, timestamp: at, edit, revoke } = message
  if (type !== 'edit' && type !== 'revoke') return undefined
  const about = type === 'edit' ? edit : revoke
  const text = edit === undefined || type === 'revoke' ? null : editedText(edit.message)
  if (about === undefined || text === undefined) return []
  const named = direction === 'in' ? [message.from, message.from_user_id] : [message.to]
  const contactNames = named.flatMap((name) => name || [])
  const change = { id, direction, contactNames, providerId: about.original_message_id, text }
  return [{ type: 'change', at, change }]
}

function* readStatuses(value: Record<string, unknown>): Generator<ToldEvent> {
  for (const status of listOf(value['statuses'], schemas.statusSchema))
    yield { type: 'status', at: status.timestamp, status }
}

function* readAccountEvent(field: string, value: unknown, at: Date): Generator<ToldEvent> {
  const parsed = z.safeParse(schemas.accountEventSchema, value)
  if (parsed.success) yield { type: 'account', at, field, event: parsed.data }
}

/** One that is not as it should be must not cost us the others. */
function* listOf<S extends z.core.$ZodType>(value: unknown, schema: S): Generator<z.output<S>> {
  if (!Array.isArray(value)) return
  for (const one of value) {
    const parsed = z.safeParse(schema, one)
    if (parsed.success) yield parsed.data
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

/** Who wrote: by the number, or, if that is hidden, by the id with this business. */
export function senderOf(
  { from, from_user_id: userId }: Pick<ToldMessage, 'from' | 'from_user_id'>,
  name: string,
): Inbound['from'] | undefined {
  const waId = from ?? userId
  if (waId === undefined || waId === '') return undefined
  return { waId, phoneNumber: /^\d+$/.test(waId) ? `+${waId}` : waId, name: name.slice(0, 80) }
}
