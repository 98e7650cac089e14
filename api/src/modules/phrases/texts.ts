import { readFileSync } from 'node:fs'

import { builtInLanguages } from '@errand/contract/language'

type Lists = Record<string, string[]>
type Texts = Record<'sentences' | 'topics' | 'fields' | 'ask' | 'warnings', Lists>

export type BuiltInLanguage = (typeof builtInLanguages)[number]

/** A file of phrases, in which bars stand between those of one list; each may stand for several. */
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

/** What jobs of ours say, by language: sentences of instructions, greetings, fields with their options. */
export const textsByLanguage = Object.fromEntries(
  builtInLanguages.map((language) => {
    const texts = readPhraseFile(new URL(`texts/${language}.json`, import.meta.url)) as Texts
    const tasks = Object.entries(texts.topics).map(([name, [, task = '']]) => [name, [task]])
    return [language, { ...texts, sentences: { ...texts.sentences, ...Object.fromEntries(tasks) } }]
  }),
) as Record<BuiltInLanguage, Texts>
