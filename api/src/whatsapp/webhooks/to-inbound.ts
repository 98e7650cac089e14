import type { MessageType } from '@errand/contract/chats/message'
import { maxTextLength } from '@errand/contract/chats/message'

import type { Inbound } from '../../chats/messages/store-inbound.ts'
import type { ToldMessage } from './webhook-schemas.ts'

/** What a message says, and the file that it brings. */
export interface Content {
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
  const content = { ...saidIn(message) }
  const quoted = message.reaction?.message_id ?? message.context?.id
  return {
    ...content,
    text: content.text.replaceAll('\0', '').slice(0, maxTextLength),
    ...(quoted !== undefined && quoted !== '' && { replyToProviderId: quoted }),
  }
}

function saidIn(message: ToldMessage): Content {
  const { text, location, contacts, interactive, button, reaction, system } = message
  if (text !== undefined) return { type: 'text', text: text.body }
  for (const [member, type] of Object.entries(mediaTypes)) {
    const media = message[member as keyof typeof mediaTypes]
    if (media !== undefined) return { type, text: media.caption ?? '', mediaId: media.id }
  }
  if (location !== undefined) {
    const { name, address, latitude, longitude } = location
    const place = [name, address, `${latitude}, ${longitude}`].filter((part) => part !== '')
    return { type: 'location', text: place.join('\n') }
  }
  if (contacts !== undefined) return { type: 'contact', text: cardsOf(contacts) }
  if (interactive !== undefined) return { type: 'interactive', text: choiceOf(interactive) }
  if (button !== undefined) return { type: 'interactive', text: button.text }
  if (reaction !== undefined) return { type: 'reaction', text: '', reaction: reaction.emoji }
  return { type: 'unsupported', text: system?.body ?? '' }
}

function cardsOf(contacts: NonNullable<ToldMessage['contacts']>): string {
  return contacts
    .map(({ name, phones }) =>
      [name?.formatted_name ?? '', ...phones.map(({ phone }) => phone)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n')
}

function choiceOf({
  button_reply: button,
  list_reply: row,
  nfm_reply: flow,
}: NonNullable<ToldMessage['interactive']>): string {
  return button?.title ?? row?.title ?? flow?.body ?? ''
}

/** Who wrote: by his number, or, if he hides that, by the id that he has with this business. */
export function senderOf(
  { from, from_user_id: userId }: Pick<ToldMessage, 'from' | 'from_user_id'>,
  name: string,
): Inbound['from'] | undefined {
  const waId = from ?? userId
  if (waId === undefined || waId === '') return undefined
  return { waId, phoneNumber: /^\d+$/.test(waId) ? `+${waId}` : waId, name: name.slice(0, 80) }
}
