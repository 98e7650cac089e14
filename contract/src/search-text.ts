import { plainText, withoutIgnorable } from './visible-text.ts'

/** The longest search, in characters. */
export const maxSearchLength = 100

/** Letters that Unicode does not take apart, each before what people type for it; all of them small. */
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
 * What people write and mean the same by, for every search: no case, accent or width, one kind of
 * apostrophe and dash, digits of one script, nothing invisible.
 */
export function foldForSearch(text: string): string {
  return toLatinDigits(
    withoutIgnorable(text.replace(apostrophes, "'").normalize('NFKD'))
      .replace(marks, '')
      .toLowerCase()
      // Small letters of their own may have a mark again: İ.
      .replace(marks, '')
      .replace(oddLetters, (letter) => plainLetters.get(letter) ?? letter)
      .replace(dashes, '-')
      .normalize('NFKC'),
  )
}

/** Folded, with signs inside of words gone and other signs as spaces: `AB-1234` is `ab1234`. */
const toPlainWords = (text: string): string =>
  foldForSearch(text)
    .replaceAll(/(?<=\S)['._/&@#-](?=\S)|'/gu, '')
    .replaceAll(/[\p{P}\p{Sk}\s]+/gu, ' ')
    .trim()

/** A text as a search by parts of words looks at it; spaces beside digits do not count. */
export const searchTextOf = (text: string): string =>
  toPlainWords(text).replaceAll(/(?<=\p{N}) (?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}]) (?=\p{N})/gu, '')

/** What has to be found in such a text, each of it; nothing when no word was asked for. */
export const searchTermsOf = (query: string): string[] => {
  // `Jean-Luc` finds also `Jean Luc`: its parts are looked for.
  const apart = foldForSearch(query).replaceAll(/(?<=[\p{L}\p{M}])[._/&@#-](?=\p{L})/gu, ' ')
  const words = toPlainWords(apart)
  return words === '' ? [] : words.split(' ')
}

/** Whether a text has all that was typed; whoever typed nothing gets everything. */
export function matchesSearch(text: string, query: string): boolean {
  if (plainText(query) === '') return true
  const terms = searchTermsOf(query)
  const searched = searchTextOf(text)
  return terms.length > 0 && terms.every((term) => searched.includes(term))
}

/** A text with the digits of every script as 0 to 9; nothing changes its place but for those of mathematics. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))

/** In Unicode digits stand in runs from zero to nine, one behind the other. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
