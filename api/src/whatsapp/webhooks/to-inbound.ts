import type { MessageType } from '@errand/contract/chats/message'
import { maxTextLength } from '@errand/contract/chats/message'

import type { Inbound } from '../../chats/messages/store-inbound.ts'
import type { ToldContent, ToldMessage } from './webhook-schemas.ts'

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
  const content = saidIn(message)
  const quoted = message.reaction?.message_id ?? message.context?.id
  return {
    ...content,
    text: storable(content.text),
    ...(quoted !== undefined && { replyToProviderId: quoted }),
  }
}

/** What an edited message says now: its text, or its caption; nothing where that cannot be read. */
export function editedText(content: ToldContent): string | undefined {
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

/** Who wrote: by his number, or, if he hides that, by the id that he has with this business. */
export function senderOf(
  { from, from_user_id: userId }: Pick<ToldMessage, 'from' | 'from_user_id'>,
  name: string,
): Inbound['from'] | undefined {
  const waId = from ?? userId
  if (waId === undefined || waId === '') return undefined
  return { waId, phoneNumber: /^\d+$/.test(waId) ? `+${waId}` : waId, name: name.slice(0, 80) }
}
