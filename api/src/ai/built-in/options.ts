import type { JobField } from '@errand/contract/job-field'

import { conceptsOf, isGeneral, placesOfConcepts } from './concepts.ts'
import { isTaken, namesOf, type Found, type Heard, type Looking } from './heard.ts'
import { leadingAnswer } from './intents.ts'
import { isAlike } from './is-alike.ts'
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

/** The words of each name of an option. */
const namesOfOption = ({ value, label, synonyms = [] }: Option, words: Words): string[][] =>
  [label, value.replaceAll('_', ' '), ...synonyms]
    .map((name) =>
      tokensOf(name)
        .filter(({ kind }) => kind !== 'sign')
        .map((token) => numberIn(token, words)),
    )
    .filter((name) => name.length > 0)

/**
 * The options that a message names, by their meaning as far as words show it: whole names first, then
 * a word that no other option has, then what only one of them is about.
 */
function optionsIn(heard: Heard, looking: Looking): Named[] {
  const { field, isAsked, known, words } = looking
  const options = field.options ?? []
  const tokens = heard.tokens
    .filter((token) => !isTaken(heard, token))
    .map((token) => ({ ...token, word: numberIn(token, words) }))
  const isSaid = (one: Named) => !isNegated(tokens, one, words)
  const whole = options.flatMap((option) =>
    namesOfOption(option, words).flatMap((name) => placesOf(tokens, name, option.value)),
  )
  const isWithin = (one: Named, other: Named) =>
    other.to - other.from > one.to - one.from && other.from <= one.from && other.to >= one.to
  const named = whole.filter((one) => !whole.some((other) => isWithin(one, other))).filter(isSaid)
  // Who has chosen already chooses anew by name.
  const isFirm = known === undefined || !says(tokens, words.not)
  const meant = isFirm ? byMeaning(tokens, options, words).filter(isSaid) : []
  const isNew = (one: Named) => !named.some(({ value }) => value === one.value)
  if (named.length > 0 && field.type !== 'multi_select') return named
  const partly = options
    .flatMap((option) => partOf(tokens, option, { options, isAsked, words }))
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

/** Where all words of a name stand one behind the other. */
function placesOf(tokens: readonly Token[], name: readonly string[], value: string): Named[] {
  return tokens.flatMap((_, from) => {
    const isHere = name.every((word, index) => {
      const said = tokens[from + index]
      return (
        said !== undefined &&
        (said.word === word || said.bare === word || (word.length > 3 && isAlike(said.word, word)))
      )
    })
    return isHere ? [{ value, from, to: from + name.length, share: 1 }] : []
  })
}

/** `बाल कटवाने` is a haircut in whatever language: by what only one of the options is about. */
function byMeaning(tokens: readonly Token[], options: readonly Option[], words: Words): Named[] {
  const about = options.map((option) =>
    conceptsOf(
      namesOfOption(option, words)
        .map((name) => name.join(' '))
        .join(' ; '),
    ),
  )
  const places = placesOfConcepts(tokens)
  return options.flatMap(({ value }, index) => {
    const isOwn = (concept: string) =>
      about[index]?.has(concept) === true &&
      !isGeneral(concept) &&
      about.every((other, at) => at === index || !other.has(concept))
    const first = places.find((place) => place.value.some(isOwn))
    return first === undefined ? [] : [{ value, from: first.from, to: first.to, share: 1 }]
  })
}

/** Words of one of its names that no other option has: how much of that name they are. */
function partOf(
  tokens: readonly Token[],
  option: Option,
  { options, isAsked, words }: { options: readonly Option[]; isAsked: boolean; words: Words },
): Named[] {
  const others = options
    .filter((one) => one !== option)
    .flatMap((one) => namesOfOption(one, words).flat())
  const isTelling = (word: string) =>
    (word.length >= 2 || /\d/.test(word)) &&
    !isStopword(word) &&
    !others.some((other) => isKin(other, word))
  const parts = namesOfOption(option, words).flatMap((name) => {
    const places = name.filter(isTelling).flatMap((word) => {
      const at = tokens.findIndex(
        ({ word: said, bare, kind }) =>
          kind !== 'sign' &&
          (said === word || bare === word || (word.length > 2 && isAlike(said, word))),
      )
      return at === -1 ? [] : [at]
    })
    const telling = name.filter((word) => !isStopword(word)).length
    // A number alone could be of anything.
    const isBare = places.every((at) => /^\d+$/.test(tokens[at]?.word ?? ''))
    if (places.length === 0 || (isBare && !isAsked)) return []
    const [from, to] = [Math.min(...places), Math.max(...places) + 1]
    return [{ value: option.value, from, to, share: places.length / telling }]
  })
  return parts.toSorted((one, other) => other.share - one.share).slice(0, 1)
}

/** `corte` and `cortar`: a word that begins like it. */
const isKin = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 5 && one.slice(0, 4) === other.slice(0, 4))

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
