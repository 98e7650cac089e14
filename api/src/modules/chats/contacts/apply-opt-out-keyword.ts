import { foldForSearch } from '@errand/contract/search-text'
import { and, eq } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { chatSessions, formData } from '../../../platform/database/schema.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { fold } from '../../answers/reading.ts'
import { findMessageBy } from '../messages/messages.repo.ts'
import type { ContactRow } from '../rows.ts'
import { optKeywords, universalOptOutKeywords } from '../state/opt-keyword-table.ts'
import { updateContact } from './contacts.repo.ts'

/** Longer texts are messages, not opt-out keywords. */
const maxLength = 120

/** Folds a text as the search does, and also drops punctuation, repeated letters and variants of `don't`. */
const foldKeyword = (text: string): string =>
  foldForSearch(text)
    .replaceAll(/n't\b/gu, 'nt')
    .replaceAll(/\bdo not\b/gu, 'dont')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replaceAll(/[ൺൻർൽൾ]/gu, (letter) => chilluLetters[letter] ?? letter)
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .trim()

/** Chillu letters of Malayalam, which keyboards write in two ways. */
const chilluLetters: Record<string, string> = { ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്' }

const languages = Object.values(optKeywords)

/** The folded texts, without those that consist of punctuation alone. */
const foldedSet = (texts: readonly string[]) =>
  new Set(texts.map(foldKeyword).filter((text) => text !== ''))
const phrasesOf = (texts: readonly string[]) =>
  foldedSet(texts.flatMap((text) => text.split(/[,،]/u)).flatMap(expandAlternatives))

/** Expands a phrase with alternatives: `stop sms/messages` gives two phrases. */
const expandAlternatives = (phrase: string): string[] =>
  phrase
    .trim()
    .split(/\s+/u)
    .map((place) => place.split('/'))
    .reduce((begun, words) => begun.flatMap((one) => words.map((word) => `${one} ${word}`)), [''])

const wordsOf = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => foldKeyword(text).split(' ')))

// People mix languages, so the words of all languages are looked up together.
const courtesyWords = wordsOf(languages.map((language) => language.courtesy))
const fillerWords = new Set([
  ...courtesyWords,
  ...wordsOf(languages.map((language) => language.around)),
])
const universalOptOut = phrasesOf([universalOptOutKeywords])
const optOut = new Set([
  ...universalOptOut,
  ...phrasesOf(languages.map((language) => language.out)),
])
const optOutAlone = phrasesOf(languages.map((language) => language.outAlone ?? ''))
const optOutWhole = phrasesOf(languages.map((language) => language.outWhole ?? ''))
const optIn = phrasesOf(languages.map((language) => language.in))

/** A question mark at the start, or at the end before other punctuation. */
const questionMark = /^[^\p{L}\p{N}]*¿|[?؟？⁇⁈⁉][^\p{L}\p{M}\p{N}]*$/u

/** Folded: “can you stop messaging me” is a request to opt out, “does it stop” is a question. */
const requestPrefix = /\b(?:can|could|will|would) (?:you|u) (?=.*\b(?:me|my|us)\b)/u

/** Folded: “I would” and “ich will” state a wish, although these words start questions elsewhere. */
const statementOfWish = /(?<=\bi )would (?=like\b)|(?<=\bich )will\b/u

/**
 * Whether a message says only that the contact opts out, or in again, by keywords of any language or of
 * the owner. Words of courtesy may stand beside them, and what is to stop. “Cancel my booking”, “stop by”
 * or “does the bus stop” are ordinary messages.
 */
export function readOptKeyword(
  text: string,
  words: { optOutKeywords: string[]; optInKeywords: string[] },
): 'out' | 'in' | undefined {
  if (text.length > maxLength) return undefined
  const folded = foldKeyword(text)
  if (questionMark.test(text) && !requestPrefix.test(folded)) return undefined
  const said = folded.replace(requestPrefix, ' ').replace(statementOfWish, ' ').trim().split(/ +/u)
  const owners = (keywords: string[]) =>
    // For an owner's keyword that consists of punctuation alone.
    keywords.some((keyword) => fold(keyword) === fold(text)) ||
    isSaidAlone(said, foldedSet(keywords), courtesyWords)
  if (
    optOutWhole.has(said.join(' ')) ||
    isSaidAlone(said, optOut, fillerWords) ||
    isSaidAlone(said, optOutAlone, courtesyWords) ||
    owners(words.optOutKeywords)
  ) {
    return 'out'
  }
  return isSaidAlone(said, optIn, fillerWords) || owners(words.optInKeywords) ? 'in' : undefined
}

/** Whether a text opts out in words that win over any answer that a chat offers. */
export const isUniversalOptOut = (text: string): boolean => universalOptOut.has(foldKeyword(text))

/** Whether a text has one of the phrases, and no other words than these. */
function isSaidAlone(
  said: readonly string[],
  phrases: ReadonlySet<string>,
  beside: ReadonlySet<string>,
): boolean {
  const isBeside = (word: string) => beside.has(word)
  return said.some(
    (_word, start) =>
      said.slice(0, start).every(isBeside) &&
      said.some(
        (_end, end) =>
          end >= start &&
          said.slice(end + 1).every(isBeside) &&
          phrases.has(said.slice(start, end + 1).join(' ')),
      ),
  )
}

/** A text of a contact, written or tapped below a message of ours. */
export interface ContactStatement {
  type: string
  text: string
  replyToProviderId?: string | undefined
}

/** Opts a contact out, or in again, if the message is one of the keywords. */
export async function applyOptOutKeyword(
  queries: Queries,
  contact: ContactRow,
  message: ContactStatement & { at: Date },
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  const { type, text, at } = message
  // Buttons of a template count as well as typed words.
  if (type !== 'text' && type !== 'interactive') return { contact, isOptingOut: false }
  const { assistant } = await readPreferences(queries, contact.ownerId)
  const word = readOptKeyword(text, assistant)
  const isOptingOut = word === 'out' && contact.optedOutAt === null
  const isOptingIn = word === 'in' && contact.optedOutAt !== null
  if (!isOptingOut && !isOptingIn) return { contact, isOptingOut }
  if (await isChatAnswer(queries, contact, message)) return { contact, isOptingOut: false }
  const optedOutAt = isOptingOut ? at : null
  return { contact: await updateContact(queries, contact, { optedOutAt }), isOptingOut }
}

/** Whether the text answers a question of the chat; universal opt-out words do so only if tapped. */
async function isChatAnswer(
  queries: Queries,
  { id, ownerId }: ContactRow,
  message: ContactStatement,
): Promise<boolean> {
  if (await isTappedChoice(queries, ownerId, message)) return true
  return !isUniversalOptOut(message.text) && (await isOfferedAnswer(queries, id, message.text))
}

/** Whether the contact has tapped a choice of one of our messages, which answers its question. */
export async function isTappedChoice(
  queries: Queries,
  ownerId: string,
  { type, text, replyToProviderId: providerId }: ContactStatement,
): Promise<boolean> {
  if (type !== 'interactive' || providerId === undefined) return false
  const asked = await findMessageBy(queries, { ownerId, providerId })
  return asked?.choices?.options.some(({ title }) => title === text) === true
}

/** Whether an open chat with the contact has an option with exactly this label. */
export async function isOfferedAnswer(
  queries: Queries,
  contactId: string,
  text: string,
): Promise<boolean> {
  const rows = await queries
    .select({ fields: formData.fields })
    .from(formData)
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .where(and(eq(chatSessions.contactId, contactId), eq(chatSessions.status, 'active')))
  const said = withoutPunctuation(text)
  return rows
    .flatMap(({ fields }) => fields.flatMap(({ options = [] }) => options))
    .some(({ label }) => withoutPunctuation(label) === said)
}

/** Drops punctuation, unless there is nothing else. */
function withoutPunctuation(text: string): string {
  const words = fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? fold(text) : words
}
