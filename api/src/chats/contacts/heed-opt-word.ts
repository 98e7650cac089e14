import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import type { ContactRow } from '../rows.ts'
import { readOptWord } from '../state/opt-words.ts'
import { updateContact } from './contacts.repo.ts'

/** Takes somebody at his word who says that he wants no more messages, or wants them again. */
export async function heedOptWord(
  queries: Queries,
  contact: ContactRow,
  { type, text, at }: { type: string; text: string; at: Date },
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  if (type !== 'text') return { contact, isOptingOut: false }
  const { assistant } = await readPreferences(queries, contact.ownerId)
  const word = readOptWord(text, assistant)
  const isOptingOut = word === 'out' && contact.optedOutAt === null
  const isOptingIn = word === 'in' && contact.optedOutAt !== null
  if (!isOptingOut && !isOptingIn) return { contact, isOptingOut }
  const optedOutAt = isOptingOut ? at : null
  return { contact: await updateContact(queries, contact, { optedOutAt }), isOptingOut }
}
