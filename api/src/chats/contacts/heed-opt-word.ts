import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { isTappedChoice } from '../messages/is-tapped-choice.ts'
import type { ContactRow } from '../rows.ts'
import { readOptWord } from '../state/opt-words.ts'
import { updateContact } from './contacts.repo.ts'

/** Takes somebody at his word who says that he wants no more messages, or wants them again. */
export async function heedOptWord(
  queries: Queries,
  contact: ContactRow,
  message: { type: string; text: string; replyToProviderId?: string | undefined; at: Date },
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  const { type, text, at } = message
  // A button of a template says it as well as words do.
  if (type !== 'text' && type !== 'interactive') return { contact, isOptingOut: false }
  const { assistant } = await readPreferences(queries, contact.ownerId)
  const word = readOptWord(text, assistant)
  const isOptingOut = word === 'out' && contact.optedOutAt === null
  const isOptingIn = word === 'in' && contact.optedOutAt !== null
  if (!isOptingOut && !isOptingIn) return { contact, isOptingOut }
  const isAnswer = await isTappedChoice(queries, contact.ownerId, message)
  if (isAnswer) return { contact, isOptingOut: false }
  const optedOutAt = isOptingOut ? at : null
  return { contact: await updateContact(queries, contact, { optedOutAt }), isOptingOut }
}
