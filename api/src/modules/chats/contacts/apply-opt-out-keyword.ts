import { foldForSearch } from '@errand/contract/search-text'
import { and, eq } from 'drizzle-orm'

import { readPreferences } from '../../account/settings-view.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { chatSessions, formData } from '../../../platform/database/schema.ts'
import { fold } from '../../answers/reading.ts'
import { findMessageBy } from '../messages/messages.repo.ts'
import type { ContactRow } from '../rows.ts'
import { optKeywords, universalOptOutKeywords } from '../state/opt-keyword-table.ts'
import { updateContact } from './contacts.repo.ts'

/** More than this is no wish but a message. */
const maxLength = 120

/** As a search folds it, and without signs, loud letters and the two ways to write `don't`. */
const foldKeyword = (text: string): string =>
  foldForSearch(text)
    .replaceAll(/n't\b/gu, 'nt')
    .replaceAll(/\bdo not\b/gu, 'dont')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replaceAll(/[ൺൻർൽൾ]/gu, (letter) => chilluLetters[letter] ?? letter)
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .trim()

/** Malayalam's letters without a vowel, which keyboards write in two ways. */
const chilluLetters: Record<string, string> = { ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്' }

const languages = Object.values(optKeywords)

/** Folded, without what is nothing but signs. */
const foldedSet = (texts: readonly string[]) =>
  new Set(texts.map(foldKeyword).filter((text) => text !== ''))
const phrasesOf = (texts: readonly string[]) =>
  foldedSet(texts.flatMap((text) => text.split(/[,،]/u)).flatMap(expandAlternatives))

/** A phrase with every one of the words between which there are strokes. */
const expandAlternatives = (phrase: string): string[] =>
  phrase
    .trim()
    .split(/\s+/u)
    .map((place) => place.split('/'))
    .reduce((begun, words) => begun.flatMap((one) => words.map((word) => `${one} ${word}`)), [''])

const wordsOf = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => foldKeyword(text).split(' ')))

// People mix languages, so all of them are looked up together.
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

/** Its mark at the beginning, or at the end, whatever signs follow it. */
const questionMark = /^[^\p{L}\p{N}]*¿|[?؟？⁇⁈⁉][^\p{L}\p{M}\p{N}]*$/u

/** Folded: who asks us to leave them alone wishes it, who asks whether something stops does not. */
const requestPrefix = /\b(?:can|could|will|would) (?:you|u) (?=.*\b(?:me|my|us)\b)/u

/** Folded: words that begin a question elsewhere. */
const statementOfWish = /(?<=\bi )would (?=like\b)|(?<=\bich )will\b/u

/**
 * Whether a message says nothing but that the contact wants no more messages, or wants them again.
 * Beside the words of every language and of the owner there may be courtesy, and what is to stop: who
 * cancels a booking, asks us to stop by or not to stop, or whether something stops, goes on.
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
    // For a word of the owner that is nothing but signs.
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

/** Whether that is said which no answer that a chat offers stands above. */
export const isUniversalOptOut = (text: string): boolean => universalOptOut.has(foldKeyword(text))

/** Whether one of the phrases is said, and nothing beside it but these words. */
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

/** What a contact says: they may have tapped it under a message of ours. */
export interface ContactStatement {
  type: string
  text: string
  replyToProviderId?: string | undefined
}

/** Obeys a contact who wants no more messages, or wants them again. */
export async function applyOptOutKeyword(
  queries: Queries,
  contact: ContactRow,
  message: ContactStatement & { at: Date },
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  const { type, text, at } = message
  // A button of a template says it as well as words do.
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

/** What the chat offers as an answer is one, but for the words that everybody knows, when typed. */
async function isChatAnswer(
  queries: Queries,
  { id, ownerId }: ContactRow,
  message: ContactStatement,
): Promise<boolean> {
  if (await isTappedChoice(queries, ownerId, message)) return true
  return !isUniversalOptOut(message.text) && (await isOfferedAnswer(queries, id, message.text))
}

/** Whether the contact has tapped one of the choices of our message, which answers our question. */
export async function isTappedChoice(
  queries: Queries,
  ownerId: string,
  { type, text, replyToProviderId: providerId }: ContactStatement,
): Promise<boolean> {
  if (type !== 'interactive' || providerId === undefined) return false
  const asked = await findMessageBy(queries, { ownerId, providerId })
  return asked?.choices?.options.some(({ title }) => title === text) === true
}

/** Whether a chat that is going on with a contact offers that as an answer, by its whole label. */
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

/** Without signs, unless there is nothing else. */
function withoutPunctuation(text: string): string {
  const words = fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? fold(text) : words
}
