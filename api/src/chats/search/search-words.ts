import { sql, type SQL } from 'drizzle-orm'

/** Longer ones are no words that anybody would type whole. */
const maxWordLength = 40

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The words of a text in small letters, each once. Made here and not by the database: what it takes
 * for a letter depends on its locale, and its parser tears the vowel signs off Indian words.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC'))) {
    if (isWordLike === true) words.add(segment.toLowerCase().slice(0, maxWordLength).toWellFormed())
  }
  return [...words]
}

/** A number from each of its digits on, so that the search finds any part of it. */
export function endingsOf(phoneNumber: string): string[] {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  return Array.from({ length: Math.max(1, digits.length - 2) }, (_, start) => digits.slice(start))
}

/** What the search finds a row by. Each word carries its owner, or a short one would have the index
 * walk through what everybody wrote. */
export function toSearchWords(ownerId: string, words: string[]): SQL {
  const tagged = words.filter((word) => word !== '').map((word) => tagOf(ownerId) + word)
  return sql`array_to_tsvector(${sql.param(tagged)}::text[])`
}

/** The same as the text of a tsvector, for rows that are stored many at a time. */
export function searchWordsText(ownerId: string, words: string[]): string {
  const tagged = words.filter((word) => word !== '').map((word) => tagOf(ownerId) + word)
  return tagged.map((word) => `'${quoted(word)}'`).join(' ')
}

/** A question for rows that have words beginning with all of these; nothing when there are none. */
export function toSearchQuery(ownerId: string, text: string): SQL | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const lexemes = words.map((word) => `'${quoted(tagOf(ownerId) + word)}':*`)
  return sql`${lexemes.join(' & ')}::tsquery`
}

const tagOf = (ownerId: string) => ownerId.slice(-8).toLowerCase()

const quoted = (word: string) => word.replaceAll('\\', '\\\\').replaceAll("'", "''")
