import type { MessageType } from '@errand/contract/chats/message'

const maxLength = 120

/** What people take for one letter, such as a flag or a hand with a colour, is not cut in two. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What stands for a message that has no words of its own. */
const names: Record<MessageType, string> = {
  text: '',
  template: '',
  image: 'Photo',
  audio: 'Voice message',
  video: 'Video',
  document: 'Document',
  location: 'Location',
  contact: 'Contact card',
  interactive: 'Choice',
  reaction: 'Reaction',
  unsupported: 'Unsupported message',
  event: 'Event',
}

const deleted = 'This message was deleted'

/** One line of a message, for the list of chats. */
export function previewOf(message: {
  type: MessageType
  text: string
  reaction?: string | null | undefined
  deletedAt?: Date | string | null | undefined
}): string {
  if (message.deletedAt) return deleted
  const words = message.text || message.reaction || names[message.type]
  const line = words.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  let cut = ''
  for (const { segment } of letters.segment(line)) {
    if (cut.length + segment.length >= maxLength) break
    cut += segment
  }
  return `${cut}…`
}
