import { foldForSearch } from '@errand/contract/search-text'
import { sql, type SQL } from 'drizzle-orm'

import { numberForms } from '../../answers/phones.ts'
import type { ContactRow } from '../rows.ts'

/** Longer ones are no words that anybody would type whole. */
const maxWordLength = 40
/** More parts of one word are not kept: each character of a long Japanese text begins a word. */
const maxParts = 12

/** An emoji or a flag. */
const emoji = String.raw`\p{Extended_Pictographic}|\p{Regional_Indicator}{2}`
/** Letters of one word, digits, or an emoji; what stands between them says whether they belong together. */
const runs = new RegExp(String.raw`${emoji}|\p{N}+|[\p{L}\p{M}]+`, 'gu')
const joiner = /^['._/@&+:#-]?$/u
/** Between digits, or digits and letters, also what groups a number: `98110 00001`, `(702) 555`. */
const numberJoiner = /^[ ().,/+-]{1,3}$/

/** A character of a script that writes words without a space, or composes them: any may begin a word. */
const character = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`
const partsOfRun = new RegExp(String.raw`${character}[\p{M}ー]*|(?:(?!${character}).)+`, 'gu')

/**
 * The words a text is found by, folded, each once. Of what is written together there is the rest from
 * each part on, as people write the same without the sign: `AB-1234` gives `ab1234` and `1234`. Made
 * here and not by the database: what it takes for a letter depends on its locale, and its parser tears
 * the vowel signs off Indian words.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const chain of chainsOf(foldForSearch(text))) {
    for (const from of chain.keys()) words.add(joined(chain.slice(from, from + maxParts)))
  }
  return [...words]
}

/** What is written together, each as its parts. */
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

/** What a contact is found by: names, and the number in each of its forms from each digit on. */
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

/** What the search finds a row by. Each word carries its owner, or a short one would have the index
 * walk through what everybody wrote. */
export function toSearchWords(ownerId: string, words: string[]): SQL {
  return sql`array_to_tsvector(${sql.param(tagged(ownerId, words))}::text[])`
}

/** The same as the text of a tsvector, for rows that are stored many at a time. */
export const searchWordsText = (ownerId: string, words: string[]): string =>
  tagged(ownerId, words)
    .map((word) => `'${word}'`)
    .join(' ')

/** Words have letters, digits and emoji alone, so nothing in them needs quoting. */
const tagged = (ownerId: string, words: string[]): string[] =>
  words.filter((word) => word !== '').map((word) => tagOf(ownerId) + word)

const tagOf = (ownerId: string) => ownerId.slice(-8).toLowerCase()

/** A question for rows that have words beginning with all of these; nothing when there are none. */
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

/** A number as it is copied from a link that calls it or writes to it, and what such a link says more. */
const numberLink =
  /(?<![\p{L}\p{N}])(?:(?:tel|callto|sms|whatsapp):(?:\/\/)?|(?:https?:\/\/)?(?:www\.)?wa\.me\/|(?:(?:https?:\/\/)?(?:(?:api|web|www)\.)?whatsapp\.com|whatsapp:\/)\/send\/?\?(?:\S*&)?phone=)(?:%2b|%20)*(\+?[\d(][\d().-]*)(?:[/?&;#]\S*)?/gu

/** Digits as numbers are written, with what groups them. */
const writtenNumber = /(?<![\p{L}\p{N}])\+?\(?\d[\d ()./-]*\d(?![\p{L}\p{N}])/gu

function isPhoneNumber(text: string): boolean {
  const digits = digitsOf(text)
  const isWhole = /^\(?(?:\+|00)/.test(text)
  return digits.length >= (isWhole ? 4 : 7)
}

const digitsOf = (text: string): string => text.replace('(0)', '').replaceAll(/\D/g, '')

/** A number as it is kept may lack what is dialled before it: abroad from here, or within a country. */
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

/** Within Argentina a 15 stands before the mobile number, behind the code of the area. */
const argentine = /^(?:54|0)?(?=\d{12}$)(11|[23]\d{2,3})15(\d{6,8})$/

/** The words of a query, each as its runs: a space, a comma or an emoji parts them, and an apostrophe is no sign. */
function queryWords(folded: string): string[][] {
  const words = folded.replaceAll("'", '').match(queryWord) ?? []
  return words.map((word) => word.match(runs) ?? [])
}

const queryWord = new RegExp(
  String.raw`${emoji}|[\p{L}\p{M}\p{N}]+(?:(?:[._/@&+:#-]|(?<=\d),(?=\d))[\p{L}\p{M}\p{N}]+)*`,
  'gu',
)
