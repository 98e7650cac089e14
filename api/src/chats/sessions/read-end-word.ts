import { phrasesEndedBy, type Phrases } from '../../ai/phrases/phrases.ts'
import type { Queries } from '../../database/database.ts'
import { fold } from '../../form-data/reading.ts'
import { isOfferedAnswer, isTappedChoice } from '../messages/is-tapped-choice.ts'
import type { SessionRow } from '../rows.ts'

/**
 * With one word, and nothing else, a contact puts an end to the chat that is going on: the sentences
 * of the language whose word it is. He can be written to as before: who cancels a booking has not
 * said that he wants no more messages. A word that the chat offers as an answer is one.
 */
export async function readEndWord(
  queries: Queries,
  { ownerId, contactId, status }: SessionRow,
  message: { type: string; text: string; replyToProviderId?: string | undefined },
): Promise<Phrases | undefined> {
  const { type, text } = message
  if ((type !== 'text' && type !== 'interactive') || status !== 'active') return undefined
  const phrases = phrasesEndedBy(fold(text))
  if (phrases === undefined || (await isTappedChoice(queries, ownerId, message))) return undefined
  return (await isOfferedAnswer(queries, contactId, text)) ? undefined : phrases
}
