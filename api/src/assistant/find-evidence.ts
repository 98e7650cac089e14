import type { TurnMessage, TurnRequest } from '../ai/turn.ts'
import { fold } from '../form-data/reading.ts'

type Chat = Pick<TurnRequest, 'history' | 'inbound'>

/**
 * The contact's message that has these words: as whole words if there is one, to the letter before
 * another case, and the last one of several.
 */
export function messageWith({ history, inbound }: Chat, quote: string): TurnMessage | undefined {
  const words = quote.trim()
  if (words === '') return undefined
  const said = [...history, ...inbound].filter(({ author }) => author === 'contact')
  const tests = [
    (text: string) => hasWords(text, words),
    (text: string) => text.includes(words),
    (text: string) => fold(text).includes(fold(words)),
  ]
  for (const has of tests) {
    const message = said.findLast(({ text }) => has(text))
    if (message !== undefined) return message
  }
  return undefined
}

/** `4` stands in `4 people` but not in `24 November`. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    // No character is longer than two units.
    const isOpen = !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))
    const isClosed = !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(end, end + 2))
    if (isOpen && isClosed) return true
  }
  return false
}

/** What came with the messages to answer: the last file and the last place. */
export const attachmentsOf = ({ inbound }: Pick<TurnRequest, 'inbound'>) => ({
  file: inbound.findLast((message) => message.file !== undefined),
  location: inbound.findLast((message) => message.place !== undefined),
})
