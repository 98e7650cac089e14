import { foldForSearch } from '@errand/contract/search-text'
import { sql, type SQL } from 'drizzle-orm'

import { numberForms } from '../../../platform/phones/number-forms.ts'
import type { ContactRow } from '../rows.ts'

/** Nobody types longer words whole, so they are cut. */
const maxWordLength = 40
/** Limits the parts of one word, because in Japanese each character can start a word. */
const maxParts = 12

/** An emoji or a flag. */
const emoji = String.raw`\p{Extended_Pictographic}|\p{Regional_Indicator}{2}`
/** Letters, digits, or one emoji; the characters between two runs decide whether they belong together. */
const runs = new RegExp(String.raw`${emoji}|\p{N}+|[\p{L}\p{M}]+`, 'gu')
const joiner = /^['._/@&+:#-]?$/u
/** Also joins the groups of a number: `98110 00001`, `(702) 555`. */
const numberJoiner = /^[ ().,/+-]{1,3}$/

/** A character of a script without spaces between words: each can start a word. */
const character = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`
const partsOfRun = new RegExp(String.raw`${character}[\p{M}ー]*|(?:(?!${character}).)+`, 'gu')

/**
 * The folded search words of a text, each once. Joined parts are found from each part on: `AB-1234`
 * gives `ab1234` and `1234`. They are made here and not by PostgreSQL, whose letters depend on the
 * locale and whose parser splits Indian words at their vowel signs.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const chain of chainsOf(foldForSearch(text))) {
    for (const from of chain.keys()) words.add(joined(chain.slice(from, from + maxParts)))
  }
  return [...words]
}

/** The chains of joined parts in a text. */
function chainsOf(folded: string): string[][] {
  const chains: string[][] = []
  let last: RegExpExecArray | undefined
  for (const match of folded.matchAll(runs)) {
    const parts = partsOf(match[0])
    if (last !== undefined && areJoined(folded, last, match)) chains.at(-1)?.push(...parts)
    else chains.push(parts)
    last = match
  }
  return chains
}

function areJoined(text: string, one: RegExpExecArray, next: RegExpExecArray): boolean {
  if (isEmoji(one[0]) || isEmoji(next[0])) return false
  const between = text.slice(one.index + one[0].length, next.index)
  if (joiner.test(between)) return true
  return (isNumber(one[0]) || isNumber(next[0])) && numberJoiner.test(between)
}

const isNumber = (run: string): boolean => /^\p{N}/u.test(run)

const isEmoji = (run: string): boolean => !/^[\p{L}\p{M}\p{N}]/u.test(run)

const partsOf = (run: string): string[] => run.match(partsOfRun) ?? []

const joined = (parts: string[]): string =>
  parts.slice(0, maxParts).join('').slice(0, maxWordLength).toWellFormed()

/** The search words of a contact: the names, and each form of the number from each digit on. */
export const contactWords = ({
  name,
  username,
  phoneNumber,
}: Pick<ContactRow, 'name' | 'username' | 'phoneNumber'>) => [
  ...new Set([
    ...wordsOf(name),
    ...wordsOf(username),
    ...(phoneNumber === null ? [] : numberForms(phoneNumber).flatMap(endingsOf)),
  ]),
]

/** A number from each of its digits on, so that the search finds any part of it. */
function endingsOf(phoneNumber: string): string[] {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  return Array.from({ length: Math.max(1, digits.length - 2) }, (_, start) => digits.slice(start))
}

/** The search words of a row. Each word is prefixed with its owner, because otherwise a short word
 * would match the rows of all owners in the index. */
export function toSearchWords(ownerId: string, words: string[]): SQL {
  return sql`array_to_tsvector(${sql.param(tagged(ownerId, words))}::text[])`
}

/** A query for rows that have all words of one of these groups, each word as `wordsOf` makes it. */
export const toGroupsQuery = (ownerId: string, groups: readonly (readonly string[])[]): SQL =>
  sql`${groups.map((words) => `(${quotedWords(ownerId, words)})`).join(' | ')}::tsquery`

const quotedWords = (ownerId: string, words: readonly string[]): string =>
  words.map((word) => `'${tagOf(ownerId)}${word}'`).join(' & ')

/** The same as the text of a tsvector, for bulk inserts. */
export const searchWordsText = (ownerId: string, words: string[]): string =>
  tagged(ownerId, words)
    .map((word) => `'${word}'`)
    .join(' ')

/** Words have letters, digits and emoji alone, so nothing in them needs quoting. */
const tagged = (ownerId: string, words: string[]): string[] =>
  words.filter((word) => word !== '').map((word) => tagOf(ownerId) + word)

const tagOf = (ownerId: string) => ownerId.slice(-8).toLowerCase()

/** A query for rows with words that start with each of these; undefined if there are none. */
export function toSearchQuery(ownerId: string, text: string): SQL | undefined {
  const tag = tagOf(ownerId)
  const begins = (word: string) => `'${tag}${word}':*`
  const either = (alternatives: string[]) => `(${alternatives.join(' | ')})`
  const folded = foldForSearch(text).replace(numberLink, ' $1 ')
  const numbers = folded.match(writtenNumber) ?? []
  const wanted = numbers.filter((number) => isPhoneNumber(number))
  const rest = folded.replace(writtenNumber, (number) => (isPhoneNumber(number) ? ' ' : number))
  const terms = [
    ...wanted.map((number) => either(dialledForms(number).map(begins))),
    ...queryWords(rest).map((word) => {
      const whole = begins(joined(word.flatMap(partsOf)))
      if (word.length === 1 || word.some(isNumber)) return whole
      return either([whole, `(${word.map((run) => begins(joined(partsOf(run)))).join(' & ')})`])
    }),
  ]
  return terms.length === 0 ? undefined : sql`${terms.join(' & ')}::tsquery`
}

/** A phone number inside a `tel:` or WhatsApp link. */
const numberLink =
  /(?<![\p{L}\p{N}])(?:(?:tel|callto|sms|whatsapp):(?:\/\/)?|(?:https?:\/\/)?(?:www\.)?wa\.me\/|(?:(?:https?:\/\/)?(?:(?:api|web|www)\.)?whatsapp\.com|whatsapp:\/)\/send\/?\?(?:\S*&)?phone=)(?:%2b|%20)*(\+?[\d(][\d().-]*)(?:[/?&;#]\S*)?/gu

/** A number with the characters that group its digits. */
const writtenNumber = /(?<![\p{L}\p{N}])\+?\(?\d[\d ()./-]*\d(?![\p{L}\p{N}])/gu

function isPhoneNumber(text: string): boolean {
  const digits = digitsOf(text)
  const isWhole = /^\(?(?:\+|00)/.test(text)
  return digits.length >= (isWhole ? 4 : 7)
}

const digitsOf = (text: string): string => text.replace('(0)', '').replaceAll(/\D/g, '')

/** A stored number has no dialling prefix, so the query also tries the number without it. */
function dialledForms(text: string): string[] {
  const digits = digitsOf(text).slice(0, maxWordLength)
  return [
    ...new Set([
      digits,
      digits.replace(/^(?:00|011|0)(?=[1-9]\d{2})/, ''),
      digits.replace(argentine, '$1$2'),
    ]),
  ]
}

/** Within Argentina, mobile numbers have a 15 after the area code. */
const argentine = /^(?:54|0)?(?=\d{12}$)(11|[23]\d{2,3})15(\d{6,8})$/

/** The words of a query, each as its runs; spaces, commas and emoji separate words, apostrophes are dropped. */
function queryWords(folded: string): string[][] {
  const words = folded.replaceAll("'", '').match(queryWord) ?? []
  return words.map((word) => word.match(runs) ?? [])
}

const queryWord = new RegExp(
  String.raw`${emoji}|[\p{L}\p{M}\p{N}]+(?:(?:[._/@&+:#-]|(?<=\d),(?=\d))[\p{L}\p{M}\p{N}]+)*`,
  'gu',
)
