import type { StandardTexts } from '@errand/contract/standard-texts'

import arabic from './ar.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import englishPhrases from './en.json' with { type: 'json' }
import spanish from './es.json' with { type: 'json' }
import french from './fr.json' with { type: 'json' }
import hinglish from './hi-Latn.json' with { type: 'json' }
import hindi from './hi.json' with { type: 'json' }
import portuguese from './pt.json' with { type: 'json' }

/**
 * The sentences that no model writes: one catalogue for each language, with blanks in braces. `tag` is
 * BCP 47; names, days and numbers are formatted by `locale`. A message that is only one of the
 * `endWords` (in lower case) ends a chat, `cancelWords` are those that may mean a booking. `showChoices` is a button of at most twenty letters.
 */
export type Phrases = Omit<typeof englishPhrases, 'problems'> & {
  /** By the code of the problem: said before the same question again. */
  problems: Record<string, string>
}

export const english: Phrases = englishPhrases

const catalogues: Phrases[] = [
  english,
  hindi,
  hinglish,
  spanish,
  arabic,
  portuguese,
  german,
  french,
]

/** The catalogue of a language tag, or of its parent language; undefined where there is none. */
export function phrasesFor(language: string): Phrases | undefined {
  const found = catalogues.find(({ tag }) => tag.toLowerCase() === language.toLowerCase())
  const end = language.lastIndexOf('-')
  return found ?? (end > 0 ? phrasesFor(language.slice(0, end)) : undefined)
}

/** The catalogue of the language that has this end word; undefined where none has. */
export const phrasesWithEndWord = (folded: string): Phrases | undefined =>
  catalogues.find(({ endWords }) => endWords.includes(folded))

/** Whether a text is only a word that ends a chat by cancelling, which may mean what is booked. */
export const isCancelWord = (folded: string): boolean =>
  catalogues.some(({ cancelWords }) => cancelWords.includes(folded))

/** A sentence with its blanks filled. */
export const fillBlanks = (sentence: string, blanks: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)

/** The greeting of a business, which may have no name. */
export const helloOf = ({ hello, helloFrom }: Phrases, business: string): string =>
  business === '' ? hello : fillBlanks(helloFrom, { business })

/** What is said where the job has no text of its owner, by the names of those texts. */
export const standardTexts = (phrases: Phrases, business: string): StandardTexts['texts'] => ({
  greeting: helloOf(phrases, business),
  completionMessage: phrases.done,
  fallbackMessage: phrases.dontKnow,
  notUnderstoodMessage: phrases.notUnderstood,
  handoffMessage: phrases.handoff,
})
