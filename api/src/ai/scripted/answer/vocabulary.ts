import { arabic } from './words/arabic.ts'
import { english } from './words/english.ts'
import { hindi } from './words/hindi.ts'
import { hinglish } from './words/hinglish.ts'
import { spanish } from './words/spanish.ts'

/** By the language of a message; English and the words of the same script are understood in all. */
export const vocabularies: Record<string, ReadonlyMap<string, string>> = {
  en: new Map(Object.entries(english)),
  hi: new Map(Object.entries({ ...english, ...hindi })),
  // `do` and `char` are other words in English.
  'hi-Latn': new Map(Object.entries({ ...english, ...hinglish })),
  es: new Map(Object.entries({ ...english, ...spanish })),
  ar: new Map(Object.entries({ ...english, ...arabic })),
}

/** The most words that an entry has. */
export const longestEntry = 4
