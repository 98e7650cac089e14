import { eq } from 'drizzle-orm'

import { phrasesEndedBy, type Phrases } from '../../ai/phrases/phrases.ts'
import type { Queries } from '../../database/database.ts'
import { formData } from '../../database/schema.ts'
import { fold } from '../../form-data/reading.ts'
import { isTappedChoice } from '../messages/is-tapped-choice.ts'
import type { SessionRow } from '../rows.ts'

/**
 * With one word, and nothing else, a contact puts an end to the chat that is going on: the sentences
 * of the language whose word it is. He can be written to as before: who cancels a booking has not
 * said that he wants no more messages. A word that the chat offers as an answer is one.
 */
export async function readEndWord(
  queries: Queries,
  { id, ownerId, status }: SessionRow,
  message: { type: string; text: string; replyToProviderId?: string | undefined },
): Promise<Phrases | undefined> {
  const { type, text } = message
  if ((type !== 'text' && type !== 'interactive') || status !== 'active') return undefined
  const said = fold(text)
  const phrases = phrasesEndedBy(said)
  if (phrases === undefined || (await isTappedChoice(queries, ownerId, message))) return undefined
  const [collected] = await queries
    .select({ fields: formData.fields })
    .from(formData)
    .where(eq(formData.sessionId, id))
  const isOffered = collected?.fields.some(({ options = [] }) =>
    options.some(({ label }) => fold(label) === said),
  )
  return isOffered === true ? undefined : phrases
}
