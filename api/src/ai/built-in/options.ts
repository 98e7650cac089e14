import type { JobField } from '@errand/contract/job-field'

import { conceptsOf, isGeneral, placesOfConcepts } from './concepts.ts'
import { isTaken, namesOf, type Found, type Heard, type Looking } from './heard.ts'
import { leadingAnswer } from './intents.ts'
import { isAlike, placesAmong } from './is-alike.ts'
import { isAt, isStopword, says, tokensOf, type Token } from './text.ts'
import type { Words } from './words.ts'

interface Named {
  value: string
  from: number
  to: number
  /** How much of its name was said: 1 is all of it. */
  share: number
}

type Option = NonNullable<JobField['options']>[number]

/** An option as it is looked for. */
interface Prepared {
  value: string
  /** The words of each of its names. */
  names: string[][]
  /** The words that no other option has, nor one that begins alike. */
  telling: ReadonlySet<string>
  /** What it is about, and no other option. */
  about: ReadonlySet<string>
}

const prepared = new WeakMap<readonly Option[], Map<Words, Prepared[]>>()

/** Prepared once, however many messages there are to read. */
function prepare(options: readonly Option[], words: Words): Prepared[] {
  const byWords = prepared.get(options) ?? new Map<Words, Prepared[]>()
  const ready = byWords.get(words) ?? preparedOf(options, words)
  byWords.set(words, ready)
  prepared.set(options, byWords)
  return ready
}

function preparedOf(options: readonly Option[], words: Words): Prepared[] {
  const names = options.map((option) => namesOfOption(option, words))
  const about = names.map((all) => conceptsOf(all.map((name) => name.join(' ')).join(' ; ')))
  const onlyOne = (keys: readonly ReadonlySet<string>[]) => {
    const counts = new Map<string, number>()
    for (const all of keys) for (const key of all) counts.set(key, (counts.get(key) ?? 0) + 1)
    return (key: string) => counts.get(key) === 1
  }
  const said = names.map((all) => new Set(all.flat()))
  const isOnlyWord = onlyOne(said)
  const isOnlyStem = onlyOne(said.map((all) => new Set(Array.from(all, stemOf))))
  const isOnlyConcept = onlyOne(about)
  const isTelling = (word: string) =>
    (word.length >= 2 || /\d/.test(word)) &&
    !isStopword(word) &&
    isOnlyWord(word) &&
    isOnlyStem(stemOf(word))
  return options.map(({ value }, index) => ({
    value,
    names: names[index] ?? [],
    telling: new Set([...(said[index] ?? [])].filter(isTelling)),
    about: new Set(
      [...(about[index] ?? [])].filter((concept) => isOnlyConcept(concept) && !isGeneral(concept)),
    ),
  }))
}

/** The words of each name of an option. */
const namesOfOption = ({ value, label, synonyms = [] }: Option, words: Words): string[][] =>
  [label, value.replaceAll('_', ' '), ...synonyms]
    .map((name) =>
      tokensOf(name)
        .filter(({ kind }) => kind !== 'sign')
        .map((token) => numberIn(token, words)),
    )
    .filter((name) => name.length > 0)

/** `corte` and `cortar` begin alike. */
const stemOf = (word: string): string => (word.length >= 5 ? word.slice(0, 4) : word)

/**
 * The options that a message names, by their meaning as far as words show it: whole names first, then
 * a word that no other option has, then what only one of them is about.
 */
function optionsIn(heard: Heard, looking: Looking): Named[] {
  const { field, isAsked, known, words } = looking
  const options = prepare(field.options ?? [], words)
  const tokens = heard.tokens
    .filter((token) => !isTaken(heard, token))
    .map((token) => ({ ...token, word: numberIn(token, words) }))
  const placesOf = placesAmong(tokens)
  const isSaid = (one: Named) => !isNegated(tokens, one, words)
  const whole = options.flatMap(({ value, names }) =>
    names.flatMap((name) => wholeNames(name, placesOf).map((place) => ({ ...place, value }))),
  )
  const isWithin = (one: Named, other: Named) =>
    other.to - other.from > one.to - one.from && other.from <= one.from && other.to >= one.to
  const named = whole.filter((one) => !whole.some((other) => isWithin(one, other))).filter(isSaid)
  // Who has chosen already chooses anew by name.
  const isFirm = known === undefined || !says(tokens, words.not)
  const meant = isFirm ? byMeaning(tokens, options).filter(isSaid) : []
  const isNew = (one: Named) => !named.some(({ value }) => value === one.value)
  if (named.length > 0 && field.type !== 'multi_select') return named
  const partly = options
    .flatMap((option) => partOf(tokens, option, { placesOf, isAsked }))
    .filter(isSaid)
  const best = Math.max(...partly.map(({ share }) => share), 0)
  const isEnough = partly.length > 0 && (isAsked || best >= 0.5)
  const likely = isEnough ? partly.filter(({ share }) => share === best) : []
  if (field.type === 'multi_select') return [...named, ...[...likely, ...meant].filter(isNew)]
  return likely.length > 0 ? likely : meant
}

/** `दसवीं` and `ten` as the number that an option has. */
const numberIn = ({ word, kind }: Token, { numberOf }: Words): string =>
  kind === 'word' ? String(numberOf(word) ?? word) : word

type PlacesOf = ReturnType<typeof placesAmong>

/** Where all words of a name stand one behind the other. */
function wholeNames(name: readonly string[], placesOf: PlacesOf): Omit<Named, 'value'>[] {
  const [first = '', ...others] = name
  return placesOf(first)
    .filter((from) => others.every((word, index) => placesOf(word).includes(from + 1 + index)))
    .map((from) => ({ from, to: from + name.length, share: 1 }))
}

/** `बाल कटवाने` is a haircut in whatever language: by what only one of the options is about. */
function byMeaning(tokens: readonly Token[], options: readonly Prepared[]): Named[] {
  const places = placesOfConcepts(tokens)
  return options.flatMap(({ value, about }) => {
    const first = places.find((place) => place.value.some((concept) => about.has(concept)))
    return first === undefined ? [] : [{ value, from: first.from, to: first.to, share: 1 }]
  })
}

/** Words of one of its names that no other option has: how much of that name they are. */
function partOf(
  tokens: readonly Token[],
  { value, names, telling }: Prepared,
  { placesOf, isAsked }: { placesOf: PlacesOf; isAsked: boolean },
): Named[] {
  const parts = names.flatMap((name) => {
    const places = name
      .filter((word) => telling.has(word))
      .flatMap((word) => placesOf(word).slice(0, 1))
    const content = name.filter((word) => !isStopword(word)).length
    // A number alone could be of anything.
    const isBare = places.every((at) => /^\d+$/.test(tokens[at]?.word ?? ''))
    if (places.length === 0 || (isBare && !isAsked)) return []
    const [from, to] = [Math.min(...places), Math.max(...places) + 1]
    return [{ value, from, to, share: places.length / content }]
  })
  return parts.toSorted((one, other) => other.share - one.share).slice(0, 1)
}

/** `not large, medium`, `chocolate nahi` */
const isNegated = (
  tokens: readonly Token[],
  { from, to }: Pick<Named, 'from' | 'to'>,
  { not }: Words,
): boolean => [from - 1, from - 2, to].some((at) => isAt(tokens, at, not))

/** The one option that is named; two of them are none, but the later corrects the earlier. */
export function findSelect(heard: Heard, looking: Looking): Found | undefined {
  const all = optionsIn(heard, looking)
  // Who names the old one beside a new one corrects it.
  const other = all.filter(({ value }) => value !== looking.known)
  const named = other.length > 0 ? other : all
  const values = new Set(named.map(({ value }) => value))
  const [first] = named
  if (first === undefined || values.size > 1) return undefined
  return spanOf(heard, named, first.value)
}

/** All options that are named. */
export function findMultiSelect(heard: Heard, looking: Looking): Found | undefined {
  const named = optionsIn(heard, looking)
  return named.length === 0
    ? undefined
    : spanOf(heard, named, [...new Set(named.map(({ value }) => value))])
}

function spanOf(heard: Heard, named: readonly Named[], value: unknown): Found {
  const tokens = heard.tokens.filter((token) => !isTaken(heard, token))
  const from = Math.min(...named.map((one) => one.from))
  const to = Math.max(...named.map((one) => one.to))
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? heard.text.length, value }
}

/** Yes or no to what was asked, or the name of the thing itself: `eggless please`. */
export function findBoolean(heard: Heard, { field, isAsked, words }: Looking): Found | undefined {
  const answer = isAsked ? leadingAnswer(heard, words) : undefined
  if (answer !== undefined) return answer
  const { tokens } = heard
  const places = namesOf(field).map((name) => tokens.findIndex(({ word }) => isAlike(word, name)))
  const [named = -1] = places
  const token = tokens[named]
  if (token === undefined || places.includes(-1)) return undefined
  const isMeant = !isNegated(tokens, { from: named, to: named + 1 }, words)
  return { start: token.start, end: token.end, value: isMeant }
}
