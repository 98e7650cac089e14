import { plainText, withoutIgnorable } from './visible-text.ts'

/** The longest search, in characters. */
export const maxSearchLength = 100

/** Lower-case letters that Unicode does not decompose, each followed by what people type for it. */
const plainLetters = new Map(
  [
    'ßss ıi łl øo đd ðd þth æae œoe ħh ŧt ŋn ɓb ɗd ƙk ƴy əe ςσ ґг',
    // Alef wasla, teh marbuta, the yehs and kafs of Persian and Urdu, their hehs, and hamza alone.
    'ٱا ةه ۃه ىي یي ېي ےي کك ڪك ہه ھه ەه ء',
    // Candrabindu is written as anusvara by many.
    'ँं',
  ]
    .flatMap((pairs) => pairs.split(' '))
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
)
const oddLetters = new RegExp([...plainLetters.keys()].join('|'), 'gu')

const apostrophes = /[`´'‘’‚‛“”„‟"«»‹›′″ʹʺʻʼʽʾʿˈ᾽᾿׳״＇＂]/gu
const dashes = /[\p{Pd}−⁃]/gu

/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, tatweel, and nuktas; other marks of India and Japan are letters. */
const marks =
  /(?!\u3099|\u309A)(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}])\p{M}|\u0640|\u093C|\u09BC|\u0A3C|\u0ABC|\u0B3C|\u0C3C|\u0CBC/gu

/**
 * Folds a text for every search: no case, accents or width, one kind of apostrophe and dash, Latin
 * digits, nothing invisible.
 */
export function foldForSearch(text: string): string {
  return toLatinDigits(
    withoutIgnorable(text.replace(apostrophes, "'").normalize('NFKD'))
      .replace(marks, '')
      .toLowerCase()
      // Lower-casing can produce a mark again: İ.
      .replace(marks, '')
      .replace(oddLetters, (letter) => plainLetters.get(letter) ?? letter)
      .replace(dashes, '-')
      .normalize('NFKC'),
  )
}

/** Folded, without signs inside of words and with other signs as spaces: `AB-1234` is `ab1234`. */
const toPlainWords = (text: string): string =>
  foldForSearch(text)
    .replaceAll(/(?<=\S)['._/&@#-](?=\S)|'/gu, '')
    .replaceAll(/[\p{P}\p{Sk}\s]+/gu, ' ')
    .trim()

/** A text as stored for searching by parts of words; spaces beside digits are removed. */
export const searchTextOf = (text: string): string =>
  toPlainWords(text).replaceAll(/(?<=\p{N}) (?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}]) (?=\p{N})/gu, '')

/** The terms of a query, all of which must be in a search text; empty for a query without words. */
export const searchTermsOf = (query: string): string[] => {
  // `Jean-Luc` finds also `Jean Luc`: its parts are looked for.
  const apart = foldForSearch(query).replaceAll(/(?<=[\p{L}\p{M}])[._/&@#-](?=\p{L})/gu, ' ')
  const words = toPlainWords(apart)
  return words === '' ? [] : words.split(' ')
}

/** Whether a text contains all terms of a query; an empty query matches every text. */
export function matchesSearch(text: string, query: string): boolean {
  if (plainText(query) === '') return true
  const terms = searchTermsOf(query)
  const searched = searchTextOf(text)
  return terms.length > 0 && terms.every((term) => searched.includes(term))
}

/** A text with the digits of every script as 0 to 9; positions change only for mathematical digits. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))

/** Unicode encodes the digits of each script in a row from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
