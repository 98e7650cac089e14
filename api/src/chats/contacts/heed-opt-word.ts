import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { isOfferedAnswer, isTappedChoice } from '../messages/is-tapped-choice.ts'
import type { ContactRow } from '../rows.ts'
import { isUniversalOptOut, readOptWord } from '../state/opt-words.ts'
import { updateContact } from './contacts.repo.ts'

interface Said {
  type: string
  text: string
  replyToProviderId?: string | undefined
}

/** Takes somebody at his word who says that he wants no more messages, or wants them again. */
export async function heedOptWord(
  queries: Queries,
  contact: ContactRow,
  message: Said & { at: Date },
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  const { type, text, at } = message
  // A button of a template says it as well as words do.
  if (type !== 'text' && type !== 'interactive') return { contact, isOptingOut: false }
  const { assistant } = await readPreferences(queries, contact.ownerId)
  const word = readOptWord(text, assistant)
  const isOptingOut = word === 'out' && contact.optedOutAt === null
  const isOptingIn = word === 'in' && contact.optedOutAt !== null
  if (!isOptingOut && !isOptingIn) return { contact, isOptingOut }
  if (await isAnswer(queries, contact, message)) return { contact, isOptingOut: false }
  const optedOutAt = isOptingOut ? at : null
  return { contact: await updateContact(queries, contact, { optedOutAt }), isOptingOut }
}

/** What the chat offers as an answer is one, but for the words that everybody knows, when typed. */
async function isAnswer(
  queries: Queries,
  { id, ownerId }: ContactRow,
  message: Said,
): Promise<boolean> {
  if (await isTappedChoice(queries, ownerId, message)) return true
  return !isUniversalOptOut(message.text) && (await isOfferedAnswer(queries, id, message.text))
}
