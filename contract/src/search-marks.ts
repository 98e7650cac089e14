import * as z from 'zod/mini'

import { foldForSearch, searchTermsOf } from './search-text.ts'

/** A part of a text that a search has found, in UTF-16 units; the end is not included. */
const markSchema = z.object({ start: z.int(), end: z.int() })
export type TextMark = z.infer<typeof markSchema>

/** A part of a text around what was searched for; `marks` are positions in it. */
export const snippetSchema = z.object({ text: z.string(), marks: z.array(markSchema) })
export type Snippet = z.infer<typeof snippetSchema>

/** Words, cut like the longest ones that are searched for. */
const wordsIn = /[\p{L}\p{M}\p{N}]{1,40}/gu

/** Scripts without spaces, and numbers: a search may find any part of them. */
const isFoundInside = /[\p{N}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u

/** The parts of a text that match the words of a search: the beginnings of its words. */
export function findMarks(text: string, query: string): TextMark[] {
  const terms = searchTermsOf(query).toSorted((one, other) => other.length - one.length)
  if (terms.length === 0) return []
  return [...text.matchAll(wordsIn)].flatMap(({ 0: word, index }) => {
    const folded = foldForSearch(word)
    for (const term of terms) {
      const at = folded.indexOf(term)
      if (at === 0 || (at > 0 && isFoundInside.test(term)))
        return [
          { start: index + lengthOf(word, at), end: index + lengthOf(word, at + term.length) },
        ]
    }
    return []
  })
}

/** How much of a word is folded to so many units. */
function lengthOf(word: string, foldedLength: number): number {
  let length = 0
  for (const letter of word) {
    if (foldForSearch(word.slice(0, length)).length >= foldedLength) break
    length += letter.length
  }
  return length
}

/** How much of a text is shown around the first match. */
const snippetLength = 120
const lead = 30

/** The part of a text around its first match, in one line, with all that matches in it. */
export function snippetOf(text: string, query: string): Snippet {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const first = findMarks(line, query)[0]?.start ?? 0
  const from = first <= lead ? 0 : line.indexOf(' ', first - lead) + 1 || first
  const start = from > first ? first : from
  const part = line.slice(start, start + snippetLength).toWellFormed()
  const before = start > 0 ? '…' : ''
  const after = start + snippetLength < line.length ? '…' : ''
  const shown = `${before}${part}${after}`
  return { text: shown, marks: findMarks(shown, query) }
}

/** So many typing mistakes are forgiven in a word. */
const maxMistakes = (term: string): number => (term.length < 4 ? 0 : term.length < 8 ? 1 : 2)

/** The longest word that may be mistyped. */
const maxTermLength = 24

/** Whether each word of a search begins a word of the text, but for a mistyped letter or two. */
export function isNearlyIn(text: string, query: string): boolean {
  const terms = searchTermsOf(query)
  const words = (foldForSearch(text).match(wordsIn) ?? []).slice(0, maxWords)
  return (
    terms.length > 0 &&
    terms.every(
      (term) =>
        term.length <= maxTermLength &&
        words.some((word) => mistakesIn(term, word) <= maxMistakes(term)),
    )
  )
}

/** Names have fewer. */
const maxWords = 30

/** The fewest letters that are missing, wrong, too many or swapped in a term that begins a word. */
function mistakesIn(term: string, word: string): number {
  const letters = word.slice(0, term.length + 2)
  let before: number[] = []
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index)
  for (let i = 1; i <= term.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= letters.length; j += 1) {
      const isSame = term[i - 1] === letters[j - 1]
      const isSwapped = i > 1 && term[i - 1] === letters[j - 2] && term[i - 2] === letters[j - 1]
      next[j] = Math.min(
        (row[j] ?? i) + 1,
        (next[j - 1] ?? j) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = row
    row = next
  }
  return Math.min(...row)
}
