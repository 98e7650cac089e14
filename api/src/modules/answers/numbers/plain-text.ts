import { toLatinDigits } from '@errand/contract/search-text'

/** A text with Latin digits, small letters and one sign for each kind of separator. */
export interface PlainText {
  text: string
  /** For each place in it, the place in the text as it was written; one more than it has characters. */
  source: number[]
}

/** Signs that people write for the same thing. */
const signs: Record<string, string> = {
  '\u060C': ',',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '–': '-',
  '—': '-',
  '\u2044': '/',
  '\u2215': '/',
  '٪': '%',
}

/** Reads a text as numbers are looked for in it; marks of direction and joiners are left out. */
export function toPlainText(written: string): PlainText {
  let text = ''
  const source: number[] = []
  let at = 0
  for (const character of written) {
    const plain = plainOf(character)
    text += plain
    for (let index = 0; index < plain.length; index += 1) source.push(at)
    at += character.length
  }
  source.push(written.length)
  return { text, source }
}

function plainOf(character: string): string {
  if (/[a-z0-9]/.test(character)) return character
  if (/\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
  if (character !== '\n' && /\s/u.test(character)) return ' '
  if (/\p{Nd}/u.test(character)) return toLatinDigits(character)
  // `2½` is two and a half: with a space, so that it is not twenty-one halves.
  if (/[\u00BC-\u00BE\u2150-\u215E\u2189]/.test(character))
    return ` ${character.normalize('NFKC').replace('\u2044', '/')}`
  const folded = /[\uFF01-\uFFE6]/.test(character) ? character.normalize('NFKC') : character
  return signs[folded] ?? folded.toLowerCase()
}

/** A word without what is written or left out at will: accents, vowel signs of Arabic, nukta. */
export const foldWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/(?![\u0900-\u0DFF\u0E00-\u0EFF])\p{Mn}|\u093C|\u0640/gu, '')
    .replaceAll('\u0901', '\u0902')
    .toLowerCase()
    .normalize('NFC')
