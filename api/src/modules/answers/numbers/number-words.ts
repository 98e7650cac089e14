import tables from './number-words.json' with { type: 'json' }
import { foldWord } from './plain-text.ts'

/** Number words of one language: `value:words` in a row, or words in order with `/` between spellings. */
interface NumberTable {
  /** In order from zero; `_` is the space within a number. */
  small: string
  /** In order, each ten that follows `small`, and how a ten and its units are joined. */
  tens?: string
  joined?: string
  /** Read in answers alone: hundreds in one word, and what is another word in a sentence about a day. */
  more?: string
  /** Read beside days, times and people alone: elsewhere they are other words. */
  rough?: string
  /** What multiplies what stands before it; those of thousands and more come from CLDR as well. */
  scales: string
  /** Parts of one, which stand alone, before a scale or behind `and`. */
  parts: string
  /** One and a half and the like in one word. */
  mixed?: string
  /** What Hindi adds before a number: a half, a quarter, less a quarter. */
  added?: string
  /** Between the words of one number. */
  and: string
  /** `a` dozen. */
  article?: string
  /** By position in a list; -1 is the last. */
  ordinals: string
}

const byLanguage = new Map<string, NumberTable>(Object.entries(tables))

/** What a word of a number means; a small number may have several words. */
export type NumberWord =
  | { kind: 'small' | 'scale' | 'part' | 'mixed' | 'added'; value: number }
  | { kind: 'and' | 'article' }

function* valuesIn(list = ''): Generator<[word: string, value: number]> {
  for (const [, value, words = ''] of list.matchAll(/(-?[\d.]+):([^:]*?)(?=\s-?[\d.]+:|$)/g))
    for (const word of words.split(' ')) yield [word, Number(value)]
}

/** All numbers below a hundred. */
function* smallNumbersOf({ small, tens = '', joined = '' }: NumberTable) {
  const [first, more] = [small, tens].map((list) =>
    list.split(' ').map((item) => item.replaceAll('_', ' ').split('/')),
  ) as [string[][], string[][]]
  for (const [value, words] of first.entries())
    for (const word of words) yield [word, value] as const
  const twenty = first[20] ?? []
  for (const [at, words] of [twenty, ...more].entries())
    for (const ten of words) {
      const value = 20 + at * 10
      yield [ten, value] as const
      if (joined === '') continue
      // French counts on from sixty and eighty to the next twenty.
      const isTwenties = joined.includes(' et ') && value % 20 === 0 && value >= 60
      for (const [unit, units] of first.slice(0, isTwenties ? 20 : 10).entries())
        for (const one of unit === 0 ? [] : units)
          for (const order of joined.split('/'))
            yield [order.replace('T', ten).replace('U', one), value + unit] as const
    }
}

/** The numbers from 1 to 100 as they are said beside a day, a time or people, as they are written. */
export function numberPhrasesOf(language: string): (readonly [phrase: string, value: number])[] {
  const table = byLanguage.get(language)
  if (table === undefined) return []
  const dozens = [...valuesIn(table.scales), ...valuesIn(table.more)]
  const all = [
    ...smallNumbersOf(table),
    ...valuesIn(table.rough),
    ...dozens.filter(([, value]) => value === 12 || value === 100),
  ].filter(([, value]) => value > 0)
  return all.flatMap(([phrase, value]) =>
    [...new Set([phrase, phrase.replaceAll(' ', '-')])].map((written) => [written, value] as const),
  )
}

/** The positions that ordinal words of all languages name. */
export const ordinals: ReadonlyMap<string, number> = new Map(
  Array.from(byLanguage.values(), (table) => [...valuesIn(table.ordinals)])
    .flat()
    .map(([word, place]) => [foldWord(word), place]),
)

const wordsByLanguage = new Map<string, Map<string, NumberWord[]>>()

function wordsOf(language: string): Map<string, NumberWord[]> {
  const known = wordsByLanguage.get(language)
  if (known !== undefined) return known
  const words = new Map<string, NumberWord[]>()
  const add = (word: string, meaning: NumberWord) => {
    const folded = foldWord(word)
    words.set(folded, [...(words.get(folded) ?? []), meaning])
  }
  const table = byLanguage.get(language)
  if (table !== undefined) {
    for (const [word, value] of smallNumbersOf(table)) add(word, { kind: 'small', value })
    const { more, scales, parts, mixed, added, and, article } = table
    const lists = { small: more, scale: scales, part: parts, mixed, added } as const
    for (const kind of ['small', 'scale', 'part', 'mixed', 'added'] as const)
      for (const [word, value] of valuesIn(lists[kind])) add(word, { kind, value })
    add(and, { kind: 'and' })
    for (const word of article?.split(' ') ?? []) add(word, { kind: 'article' })
  }
  for (const [word, value] of compactWordsOf(language))
    if (!words.has(word)) words.set(word, [{ kind: 'scale', value }])
  wordsByLanguage.set(language, words)
  return words
}

/** Words of thousands and more as CLDR has them; of its letters only `K`, the others mean more things. */
function compactWordsOf(language: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const compactDisplay of ['short', 'long'] as const) {
    const options = { notation: 'compact', compactDisplay, numberingSystem: 'latn' } as const
    const format = new Intl.NumberFormat(language, options)
    for (let zeros = 3; zeros <= 13; zeros += 1)
      for (const count of [1, 2, 3, 5, 11]) {
        const parts = format.formatToParts(count * 10 ** zeros)
        const word = foldWord(parts.find(({ type }) => type === 'compact')?.value ?? '')
        const shown = Number(parts.find(({ type }) => type === 'integer')?.value)
        const value = Math.round((count * 10 ** zeros) / shown)
        const isWord = /^[\p{L}\p{M}]+\.?$/u.test(word) && !/^[a-z]\.?$/.test(word)
        if (isWord && Number.isSafeInteger(value)) words.set(word.replace('.', ''), value)
      }
  }
  return words
}

/** Languages of businesses and their customers; their words for thousands are known to all. */
const allLanguages =
  'en hi hi-Latn es ar de fr pt bn gu mr ta te kn ml pa ur ne si it nl pl cs sk ro hu ru uk bg el tr fa he sw id ms vi th fil ja ko zh sv da nb fi hr sr'.split(
    ' ',
  )

/** A word of a number, or several of a small one, in the languages that may be meant; the first counts. */
export function numberMeanings(word: string, languages: readonly string[]): NumberWord[] {
  const folded = foldWord(word)
  for (const language of [...languages, ...languagesOfScript(word)]) {
    const found = wordsOf(language).get(folded)
    if (found !== undefined) return found
  }
  return []
}

const languagesOfScript = (word: string): string[] => {
  if (/\p{Script=Devanagari}/u.test(word)) return ['hi']
  return /\p{Script=Arabic}/u.test(word) ? ['ar'] : []
}

/** A `k` alone is an okay, and `hundreds` are any number of them. */
export const needsNumberBefore = (word: string): boolean =>
  /^(?!mil$)[a-z]{1,3}$|.(?:s|ionen|arden)$|^(?:مئات|[اآ]لاف|ملايين|مليارات)$/.test(word)

/** What a word behind a figure multiplies it by, in whatever language; nothing where languages differ. */
export function scaleOfWord(word: string, languages: readonly string[]): number | undefined {
  const own = numberMeanings(word, languages)
  const scales = (all: NumberWord[]) =>
    all.flatMap((one) => (one.kind === 'scale' ? [one.value] : []))
  if (own.length > 0) return scales(own)[0]
  // `5 mi`, `50 cent` and `5 bin` are something else to most who read it.
  if (/^[a-z]{1,2}$|^bin$/.test(foldWord(word))) return undefined
  const folded = foldWord(word)
  const values = new Set(
    allLanguages.flatMap((language) => scales(wordsOf(language).get(folded) ?? [])),
  )
  const [value = 0] = values
  return values.size === 1 && value >= 1000 ? value : undefined
}

/** The languages whose number words a text may have, the likeliest first. */
export const wordLanguages = (languages: readonly string[]): string[] => [
  ...new Set(
    [...languages, 'en'].flatMap((tag) => {
      const [language = 'en'] = tag.toLowerCase().split('-')
      return language === 'hi' ? ['hi', 'hi-Latn'] : [language]
    }),
  ),
]
