import arabic from './ar.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import englishPhrases from './en.json' with { type: 'json' }
import spanish from './es.json' with { type: 'json' }
import french from './fr.json' with { type: 'json' }
import hinglish from './hi-Latn.json' with { type: 'json' }
import hindi from './hi.json' with { type: 'json' }
import portuguese from './pt.json' with { type: 'json' }

/**
 * What is said where no model writes: one catalogue for each language, with blanks in braces. `tag`
 * is BCP 47; names, days and numbers are written as `locale` does. With one of the `endWords`, and
 * nothing else, people put an end to a chat; they are in small letters. `showChoices` stands on a
 * button, in at most twenty letters.
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

/** The catalogue of a language, or of the wider one; none when nobody has written it. */
export function phrasesFor(language: string): Phrases | undefined {
  const found = catalogues.find(({ tag }) => tag.toLowerCase() === language.toLowerCase())
  const end = language.lastIndexOf('-')
  return found ?? (end > 0 ? phrasesFor(language.slice(0, end)) : undefined)
}

/** In whatever language: the catalogue of the one whose word it is; nothing when it is none. */
export const phrasesWithEndWord = (folded: string): Phrases | undefined =>
  catalogues.find(({ endWords }) => endWords.includes(folded))

/** A sentence with its blanks filled. */
export const fillBlanks = (sentence: string, blanks: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)

/** How the product greets in the name of a business, which may have none. */
export const helloOf = ({ hello, helloFrom }: Phrases, business: string): string =>
  business === '' ? hello : fillBlanks(helloFrom, { business })
