import type { contacts } from '../database/schema.ts'
import { contactWords, searchWordsText } from '../chats/search/search-words.ts'
import type { DemoAccount } from './demo-account.ts'
import type { Language } from './languages/language.ts'

/** Somebody who wrote. */
export type MadeContact = typeof contacts.$inferInsert

/** Area codes whose numbers 555-0100 to 555-0199 nobody has: they are kept for stories. */
const areaCodes = [202, 212, 213, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808, 907]

/** The number of the nth person: of those that belong to nobody, as long as there are some. */
function storyNumber(index: number): string {
  const code = areaCodes[Math.floor(index / 100)]
  const last = String(index % 100).padStart(2, '0')
  if (code !== undefined) return `+1${code}55501${last}`
  // The country code 999 is given to nobody.
  return `+999${String(index).padStart(8, '0')}`
}

/** The nth person that writes to an owner. */
export function makeContact(
  { ownerId, random, newId }: DemoAccount,
  { index, language, createdAt }: { index: number; language: Language; createdAt: Date },
): MadeContact {
  const name = `${random.pick(language.given)} ${random.pick(language.family)}`
  const phoneNumber = storyNumber(index)
  return {
    id: newId('contact', createdAt),
    ownerId,
    name,
    phoneNumber,
    waId: phoneNumber.slice(1),
    language: language.code,
    optedOutAt: null,
    blockedAt: null,
    searchWords: searchWordsText(ownerId, contactWords({ name, phoneNumber })),
    createdAt,
  }
}
