import type { Message } from '@errand/contract/chats/message'

import type { useWords } from '../words/words.ts'

/** What a message says, or what it is when it has no words. */
export function inOneLine(message: Message, say: ReturnType<typeof useWords>): string {
  const { type, text, reaction } = message
  if (message.deletedAt !== undefined) return say('messageDeleted')
  if (type === 'unsupported') return say('unsupported')
  return text || (reaction ?? say('quoteMedia'))
}
