import { readFileSync } from 'node:fs'

import { builtInLanguages } from '@errand/contract/language'

type Lists = Record<string, string[]>
type Texts = Record<'sentences' | 'topics' | 'fields' | 'ask' | 'warnings', Lists>

export type BuiltInLanguage = (typeof builtInLanguages)[number]

/** Reads a JSON file whose strings are lists separated by ` | `; one entry may expand into several. */
export const readPhraseFile = (
  file: URL,
  phrasesOf = (written: string): string[] => [written],
): unknown =>
  JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
    typeof value === 'string'
      ? value
          .split(' | ')
          .filter((phrase) => phrase !== '')
          .flatMap(phrasesOf)
      : value,
  )

/** The built-in texts of jobs by language: instructions, greetings, fields with their options. */
export const textsByLanguage = Object.fromEntries(
  builtInLanguages.map((language) => {
    const texts = readPhraseFile(new URL(`texts/${language}.json`, import.meta.url)) as Texts
    const tasks = Object.entries(texts.topics).map(([name, [, task = '']]) => [name, [task]])
    return [language, { ...texts, sentences: { ...texts.sentences, ...Object.fromEntries(tasks) } }]
  }),
) as Record<BuiltInLanguage, Texts>
