import type { PhoneInput } from './phone-schemas.ts'
import type { PhoneMessage } from './world.ts'

type Content = Pick<PhoneMessage, 'text' | 'media'> & { input: PhoneInput; isOfList: boolean }

/** The part of a message that depends on its type, as the provider tells it. */
export function contentOf({ text, media, input, isOfList }: Content): object {
  const { type, replyTo } = input
  switch (type) {
    case 'text':
      return { type, text: { body: text } }
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'sticker':
      return { type, [type]: mediaContent(text, media, type === 'audio') }
    case 'location':
      return {
        type,
        location: { ...(input.location ?? origin), ...(text !== '' && { name: text }) },
      }
    case 'contacts':
      return { type, contacts: [cardOf(text)] }
    case 'interactive': {
      const kind = isOfList ? 'list_reply' : 'button_reply'
      const choice = { id: input.choiceId ?? text, title: text }
      return { type, interactive: { type: kind, [kind]: choice } }
    }
    case 'button':
      return { type, button: { payload: input.choiceId ?? text, text } }
    case 'reaction':
      return { type, reaction: { message_id: replyTo ?? '', emoji: text } }
    case 'unknown':
      return unknownContent
    case 'unsupported':
      break
  }
  return unsupportedContent
}

/** A message of a type that nobody has heard of. */
export const unknownContent = { type: 'hologram', hologram: { body: 'Hello', text: 'Hello' } }

const details = 'Message type is currently not supported.'
/** A message that the provider itself cannot hand on. */
export const unsupportedContent = {
  type: 'unsupported',
  errors: [{ code: 131_051, title: 'Message type unknown', error_data: { details } }],
}

const origin = { latitude: 0, longitude: 0 }

function mediaContent(caption: string, media: PhoneMessage['media'], isVoice: boolean): object {
  if (media === undefined) return {}
  return {
    id: media.id,
    mime_type: media.mimeType,
    ...(caption !== '' && { caption }),
    ...(media.fileName !== undefined && { filename: media.fileName }),
    ...(isVoice && { voice: true }),
  }
}

function cardOf(name: string): object {
  return { name: { formatted_name: name, first_name: name }, phones: [] }
}
