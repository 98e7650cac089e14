import { builtInLanguages } from '@errand/contract/language'

import { numberPhrasesOf } from '../../answers/numbers/number-words.ts'
import { normalizeText } from '../language/normalize-text.ts'
import { phraseMap, phraseSet, readWordFile, type PhraseSet } from './text.ts'

/** Marks that mean the same whichever phrase they have. */
const plainKinds = [
  'oclock',
  'at',
  'next',
  'in',
  'dayCue',
  'sameTime',
  'until',
  'pastBefore',
  'pastBehind',
  'was',
  'eitherWay',
  'dayWord',
  'halfOf',
  'afterNext',
  'fromNow',
  'monthWord',
] as const

/** Tables of marks that mean a number: `{ "1": ["monday"] }`. */
const numberTables = {
  days: 'days',
  weekdays: 'weekday',
  shortWeekdays: 'shortWeekday',
  months: 'month',
  half: 'half',
  halfAfter: 'halfAfter',
  units: 'unit',
  inclusive: 'inclusive',
  nth: 'nth',
} as const
type NumberTable = keyof typeof numberTables
type NumberKind = (typeof numberTables)[NumberTable] | 'number'

/** The kinds of what a word can be in a day or a time. */
export type MarkKind = (typeof plainKinds)[number] | NumberKind | 'part' | 'clock' | 'date'

/** What a word can be in a day or a time: `tomorrow` is one day ahead, `evening` is `pm`. */
export interface Mark {
  kind: MarkKind
  value: number
  text: string
}

/** Lists of phrases, by what they are for. */
const lists = [
  'yes',
  'no',
  'greeting',
  'thanks',
  'bye',
  'filler',
  'nothing',
  'refusal',
  'correction',
  'interrogative',
  'person',
  'anger',
  'emergency',
  'stop',
  'nameCue',
  'afterName',
  'request',
  'people',
  'alone',
  'couple',
  'not',
  'writeCue',
  'forPeople',
  'total',
  'calledCue',
  'between',
  'either',
  'order',
  'orderWithin',
  'forbid',
  'stated',
  'accept',
  'reason',
  'tell',
  'presence',
  'asksWhat',
  'later',
  'drop',
  'existing',
  'another',
  'also',
  'bookingRequest',
  'keep',
  'cancel',
  'ownBooking',
] as const
type List = (typeof lists)[number]

/** Phrases by what they mean: `{ "1": ["tomorrow", "tmrw"] }`. */
type Meanings = Record<string, string[]>
type Table = Record<List, string[]> & {
  dates: Meanings
  when: Partial<Record<(typeof plainKinds)[number], string[]>> &
    Partial<Record<NumberTable | 'weekdayParts', Meanings>> &
    Record<'parts' | 'clocks', Meanings>
}

const phrasesOf = (meanings: Meanings): [phrase: string, meaning: string][] =>
  Object.entries(meanings).flatMap(([meaning, phrases]) =>
    phrases.map((phrase) => [phrase, meaning] as [string, string]),
  )

/** The words of some languages, with those of English, which are understood everywhere. */
export type Words = Record<List, PhraseSet> & {
  /** Words that ask wherever they stand in a sentence: Hindi and Arabic do not put them first. */
  asksAnywhere: PhraseSet
  when: PhraseSet<Mark>
  numberOf: (word: string) => number | undefined
}

const tables = new Map(
  builtInLanguages.map((language) => [language as string, readWordFile(language) as Table]),
)

/** Languages whose question words stand where the answer would. */
const asksInPlace = new Set(['hi', 'hi-Latn', 'ar'])

const byLanguage = new Map(
  Array.from(tables, ([language, table]) => {
    const sets = lists.map((list) => [list, phraseSet(table[list] ?? [])] as const)
    const read = Object.fromEntries(sets) as Record<List, PhraseSet>
    const numbers = new Map(
      numberPhrasesOf(language).map(([word, value]) => [normalizeText(word), value]),
    )
    const asksAnywhere = asksInPlace.has(language) ? read.interrogative : []
    return [language, { ...read, asksAnywhere, numbers, when: phraseMap(marksOf(language)) }]
  }),
)

/** The words of these languages together, the likeliest first. */
export function wordsOf(languages: readonly string[]): Words {
  const used = [...new Set([...languages, 'en'])].flatMap((one) => byLanguage.get(one) ?? [])
  const setOf = (list: List | 'asksAnywhere') => used.flatMap((one) => one[list])
  return {
    ...(Object.fromEntries(lists.map((list) => [list, setOf(list)])) as Record<List, PhraseSet>),
    asksAnywhere: setOf('asksAnywhere'),
    when: used.flatMap(({ when }) => when),
    numberOf: (word) => used.find(({ numbers }) => numbers.has(word))?.numbers.get(word),
  }
}

/** The words of all languages that are read. */
export const everyLanguage = wordsOf(builtInLanguages)

function marked(
  phrase: string,
  { kind, value = 0, text = '' }: Partial<Mark> & { kind: MarkKind },
): [string, Mark] {
  return [phrase, { kind, value, text }]
}

function marksOf(language: string): [string, Mark][] {
  const table = tables.get(language)
  if (table === undefined) return []
  const { when, dates } = table
  const numbered = (meanings: Meanings, kind: NumberKind) =>
    phrasesOf(meanings).map(([phrase, value]) => marked(phrase, { kind, value: Number(value) }))
  const named = (meanings: Meanings, kind: 'part' | 'clock' | 'date') =>
    phrasesOf(meanings).map(([phrase, text]) => marked(phrase, { kind, text }))
  const tablesOfNumbers = Object.entries(numberTables) as [NumberTable, NumberKind][]
  const calendar = calendarOf(language)
  return [
    ...calendar,
    ...tablesOfNumbers.flatMap(([name, kind]) => numbered(when[name] ?? {}, kind)),
    ...numberPhrasesOf(language).map(([phrase, value]) =>
      marked(phrase, { kind: 'number', value }),
    ),
    ...named(when.parts, 'part'),
    ...named(when.clocks, 'clock'),
    ...named(dates, 'date'),
    ...compoundsOf(calendar, when.weekdayParts ?? {}),
    ...plainKinds.flatMap((kind) => (when[kind] ?? []).map((phrase) => marked(phrase, { kind }))),
  ]
}

/** The names of weekdays and months, which every system knows. */
function calendarOf(language: string): [string, Mark][] {
  const locale = language === 'hi-Latn' ? 'en' : language
  const name = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { ...options, timeZone: 'UTC' })
      .format(at)
      .replace(/\.$/, '')
  const day = 24 * 60 * 60 * 1000
  // The fifth of January 1970 was a Monday.
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((value) =>
    marked(name({ weekday: 'long' }, (value + 3) * day), { kind: 'weekday', value }),
  )
  const months = Array.from({ length: 12 }, (_, index) => {
    const mark = { kind: 'month', value: index + 1 } as const
    const first = Date.UTC(1970, index, 1)
    return (['long', 'short'] as const).map((month) => marked(name({ month }, first), mark))
  }).flat()
  return [...weekdays, ...months]
}

/** `Montagmorgen`, `Montag morgen`: a day and a part of it, and not the day that comes. */
function compoundsOf(calendar: [string, Mark][], parts: Meanings): [string, Mark][] {
  return calendar
    .filter(([, { kind }]) => kind === 'weekday')
    .flatMap(([weekday, mark]) =>
      phrasesOf(parts).flatMap(([part, text]) =>
        [`${weekday}${part}`, `${weekday} ${part}`].flatMap((phrase): [string, Mark][] => [
          [phrase, mark],
          marked(phrase, { kind: text.includes(':') ? 'clock' : 'part', text }),
        ]),
      ),
    )
}
