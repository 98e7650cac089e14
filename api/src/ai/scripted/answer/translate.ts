import { toLatinDigits } from '@errand/contract/search-text'

import { longestEntry, vocabularies } from './vocabulary.ts'

interface Piece {
  /** Where it begins in the translation, and what it was. */
  at: number
  length: number
  start: number
  end: number
}

/** A message in the words that are read, which knows where each of them came from. */
export interface Translated {
  text: string
  /** The place in the message itself, for a place in the translation. */
  toSource: (start: number, end: number) => { start: number; end: number }
}

const wordPattern = /[\p{L}\p{M}'’]+/gu

/** Days, times and numbers in English words and Latin digits, whatever the language was. */
export function translate(source: string, language: string): Translated {
  const vocabulary = vocabularies[language] ?? vocabularies['en']
  const plain = withLatinDigits(source)
  const words = [...plain.matchAll(wordPattern)]
  const pieces: Piece[] = []
  let text = ''
  const add = (start: number, end: number, said = plain.slice(start, end)) => {
    pieces.push({ at: text.length, length: said.length, start, end })
    text += said
  }
  let done = 0
  for (let index = 0; index < words.length; index += 1) {
    const found = longestMatch(plain, words.slice(index, index + longestEntry), vocabulary)
    if (found === undefined) continue
    if (found.start > done) add(done, found.start)
    add(found.start, found.end, found.meaning)
    done = found.end
    index += found.count - 1
  }
  if (done < plain.length) add(done, plain.length)
  return { text, toSource: (start, end) => toSource(pieces, start, end) }
}

function longestMatch(
  plain: string,
  words: RegExpExecArray[],
  vocabulary: ReadonlyMap<string, string> | undefined,
) {
  const [first] = words
  if (first === undefined) return undefined
  for (let count = words.length; count > 0; count -= 1) {
    const last = words[count - 1]
    if (last === undefined) continue
    const end = last.index + last[0].length
    const said = plain.slice(first.index, end).toLowerCase().replaceAll('’', "'")
    const meaning = vocabulary?.get(said.replaceAll(/\s+/g, ' '))
    if (meaning !== undefined) return { start: first.index, end, meaning, count }
  }
  return undefined
}

function toSource(pieces: Piece[], start: number, end: number) {
  const from = pieces.find(({ at, length }) => start < at + length)
  const to = pieces.findLast(({ at }) => at < end)
  if (from === undefined || to === undefined) return { start: 0, end: 0 }
  const isSame = (piece: Piece) => piece.length === piece.end - piece.start
  return {
    start: isSame(from) ? from.start + start - from.at : from.start,
    end: isSame(to) ? to.start + end - to.at : to.end,
  }
}

/** Digits of every script as Latin ones; nothing changes its place. */
export const withLatinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => toLatinDigits(digit).padEnd(digit.length, '\u2060'))
