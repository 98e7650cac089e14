import { builtInLanguages } from '@errand/contract/language'

import { fillBlanks } from '../../../phrases/phrases.ts'
import { textsByLanguage } from '../../../phrases/texts.ts'
import type { DraftRequest } from '../../ai-provider.ts'
import { detectLanguage } from '../../language/detect-language.ts'
import { normalizeText } from '../../language/normalize-text.ts'
import { sentencesOf } from '../../language/sentences.ts'
import {
  phraseMap,
  type PhraseSet,
  phraseSet,
  phrasesIn,
  readWordFile,
  type Token,
  tokensOf,
} from '../text.ts'

type Lists = Record<string, string[]>

/** Lists of phrases by their names, of a file in this folder. */
const readLists = (name: string) => readWordFile(`../drafts/${name}`) as Lists

/** Rows of lists by their names, of a file in this folder. */
const readRows = (name: string) => readWordFile(`../drafts/${name}`) as Record<string, Lists>

/** The phrase sets of a table, by their names. */
export function readSets(name: string) {
  const sets = new Map(Object.entries(readLists(name)).map(([key, of]) => [key, phraseSet(of)]))
  return (key: string) => sets.get(key) ?? phraseSet([])
}

/** A text in which the `و` that Arabic writes together with a word stands alone. */
export const spacedArabic = (text: string): string =>
  text.replaceAll(
    /(?<=^|[\s،])و(?!(?:قت|زن|صفة?|ظيفة|لادة|جبة|اتساب|سيلة|ثيقة|سط|جهة|احدة?|الدة?|رق|رد|ين|ش)(?!\p{L}))(?=\p{sc=Arab}{2})/gu,
    'و ',
  )

/** What tokens say, as the owner wrote it, without signs around it. */
export const textOf = (tokens: readonly Token[], text: string): string =>
  text
    .slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)
    .replaceAll(/(?<=^|\s)و (?=\p{sc=Arab})/gu, 'و')
    .replaceAll(/^[\s,;:،.&–-]+|[\s,;:،&–.!?؟।…-]+$/g, '')

export const rows = Object.entries(readRows('kinds'))
const kindsBy = (list: 'words' | 'exact') =>
  phraseMap(
    rows.flatMap(([kind, row]) =>
      (row[list] ?? []).flatMap(withPossessives).map((one) => [one, kind]),
    ),
  )

/** An Arabic word with whose it is behind it: `جوال`, `جواله`, `جوالها`. */
function withPossessives(phrase: string): string[] {
  if (!/\p{sc=Arab}$/u.test(phrase)) return [phrase]
  const stem = phrase.replace(/ة$/, 'ت')
  return [phrase, ...['ه', 'ها', 'هم'].map((whose) => stem + whose)].map(spacedArabic)
}
export const kinds = kindsBy('words')
export const exactKinds = kindsBy('exact')
/** The type of each kind. */
export const typeOfKind = new Map(rows.map(([kind, { type = [] }]) => [kind, type[0]]))

/** One text of a table with its blanks filled. */
export const say = (table: Lists, name: string, blanks: Readonly<Record<string, string>> = {}) =>
  fillBlanks(table[name]?.[0] ?? '', blanks)

const templates = builtInLanguages.flatMap((language) =>
  Object.entries(textsByLanguage[language].sentences).map(([name, [text = '']]) => {
    const [before = '', after] = text.split(/\{\w+\}/)
    return { language, name, before, after }
  }),
)

/** Which of our sentences this is, and what stands in its blank. */
export function templateOf(line: string) {
  const found = templates.find(({ before, after }) =>
    after === undefined ? line === before : line.startsWith(before) && line.endsWith(after),
  )
  return found && { ...found, blank: line.slice(found.before.length, -(found.after ?? '').length) }
}

const topics = Object.entries(readRows('topics')).map(([name, { words = [], ...lists }]) => {
  const { core = [], needs = [], fields = [] } = lists
  return { name, words: words.map((word) => ` ${normalizeText(word)}`), core, needs, fields }
})

/** How often a text speaks of each kind of job, by beginnings of words; the last one fits all. */
export function topicsIn(text: string) {
  const tokens = tokensOf(text)
  const words = [tokens.map(({ word }) => word), tokens.map(({ bare }) => bare)].flat()
  const spoken = ` ${words.join(' ')}`
  return topics.map(({ words: all, ...topic }) => {
    return { ...topic, count: all.filter((word) => spoken.includes(word)).length }
  })
}

const hints = phraseMap(
  Object.entries(readLists('hints')).flatMap(([language, list]) =>
    list.map((phrase) => [phrase, language] as const),
  ),
)

/** Words of shops tell short texts in neighbouring languages apart. */
function languageOfText(text: string): string | undefined {
  const found = detectLanguage(text)
  const said = phrasesIn(tokensOf(text), hints).map(({ values: [language] }) => language)
  const count = (of?: string) => said.filter((language) => language === of).length
  const [best] = said.toSorted((one, other) => count(other) - count(one))
  const isSure = found === 'hi' || found === 'ar' || count(best) < 2
  return isSure || count(best) <= count(found) ? found : best
}

/** The language to write a draft in, and whether it stands in for one that is not spoken. */
export function languageOf({ prompt, answers, current, mode }: DraftRequest) {
  const own = mode === 'improve' || mode === 'shorten' ? current?.instructions : undefined
  const text = own ?? `${prompt} ${answers.purpose}`
  const isAuto = own !== undefined || ['', 'auto'].includes(answers.language)
  const tag = isAuto ? languageOfText(text) : answers.language
  const tags = [tag, tag?.split('-')[0]]
  const language = tags.flatMap((one) => builtInLanguages.find((known) => known === one) ?? [])[0]
  const isLatin = /^(?:\P{L}|\p{Script=Latin})*$/u.test(text)
  const isOther = language === undefined && !(isAuto && isLatin)
  return { language: language ?? ('en' as const), isOther }
}

const keep = readSets('keep')
export const hasPhrase = (text: string, set: PhraseSet) =>
  sentencesOf(text).some((line) => phrasesIn(tokensOf(line), set).length > 0)

/** A text with numbers, addresses or a rule in it. */
export const saysFact = (text: string) =>
  /\p{Nd}|https?:|www\.|@|\p{Sc}/u.test(text) || hasPhrase(text, keep('rules'))

export const capital = (text: string) =>
  text.replace(/^[^\p{L}\p{N}]*\p{L}/u, (letter) => letter.toLocaleUpperCase())
