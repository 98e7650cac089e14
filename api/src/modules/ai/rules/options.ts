import type { JobField } from '@errand/contract/job-field'

import { listPositionsIn } from '../../answers/numbers/ordinal-words.ts'
import { fold } from '../../answers/reading.ts'
import { afterCorrection } from './after-correction.ts'
import { conceptsOf, isGeneral, findConcepts } from './concepts.ts'
import { positionsAmong } from './is-alike.ts'
import {
  isTaken,
  type Found,
  type ScannedMessage,
  type FieldSearch,
  type Span,
} from './scanned-message.ts'
import {
  isAt,
  isStopword,
  phraseAt,
  phraseSet,
  says,
  saysOnly,
  tokensOf,
  type Token,
} from './text.ts'
import type { Words } from './words.ts'

/** An option and the tokens that name it. */
interface NamedOption extends Span {
  value: string
  from: number
  to: number
  /** How surely: 2 by its whole name, up to 1 by words of it, 0 by what they are about. */
  share: number
}

type Options = NonNullable<JobField['options']>

type PreparedOptions = ReturnType<typeof prepareOptions>
const preparedOptions = new WeakMap<Options, { words: Words; prepared: PreparedOptions }>()

/** The options of a field as they are looked for; prepared once, as each message is searched for them. */
function preparedOptionsOf(options: Options, words: Words): PreparedOptions {
  const known = preparedOptions.get(options)
  if (known?.words === words) return known.prepared
  const prepared = prepareOptions(options, words)
  preparedOptions.set(options, { words, prepared })
  return prepared
}

function prepareOptions(options: Options, words: Words) {
  const labels = new Set(options.map(({ label }) => fold(label)))
  const all = options.map(({ value, label, synonyms = [] }) => {
    // What contacts read as the name of one is no other name of another.
    const others = [value.replaceAll('_', ' '), ...synonyms].filter((one) => !labels.has(fold(one)))
    const written = [label, ...others]
    const names = written.map((name) =>
      tokensOf(name).flatMap((one) => (one.kind === 'sign' ? [] : [numberIn(one, words)])),
    )
    return { value, names, said: new Set(names.flat()), about: conceptsOf(written.join(' ; ')) }
  })
  const isOnlyWord = isInOneSetOnly(all.map(({ said }) => said))
  const isOnlyStem = isInOneSetOnly(all.map(({ said }) => new Set(Array.from(said, stemOf))))
  const isOnlyConcept = isInOneSetOnly(all.map(({ about }) => about))
  /** A word that no other option has, nor one that begins alike. */
  const isTelling = (word: string) =>
    /..|\d/u.test(word) && !isStopword(word) && isOnlyWord(word) && isOnlyStem(stemOf(word))
  return all.map(({ value, names, about }) => ({
    value,
    names: names.map((name) => ({ name, telling: name.filter(isTelling) })),
    about: new Set([...about].filter((one) => isOnlyConcept(one) && !isGeneral(one))),
  }))
}

/** Tells whether one set alone has something. */
function isInOneSetOnly(sets: readonly ReadonlySet<string>[]): (key: string) => boolean {
  const counts = new Map<string, number>()
  for (const set of sets) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (key) => counts.get(key) === 1
}

/** `दसवीं` and `ten` as the number that an option has. */
const numberIn = ({ word, kind }: Token, { numberOf }: Words): string =>
  kind === 'word' ? String(numberOf(word) ?? word) : word

/** `corte` and `cortar` begin alike. */
const stemOf = (word: string): string => (word.length >= 5 ? word.slice(0, 4) : word)

/** Every option that a message names, in whatever way. */
function namedOptions(
  tokens: readonly Token[],
  field: JobField,
  { isAsked, words }: FieldSearch,
): NamedOption[] {
  const placesOf = positionsAmong(tokens)
  const concepts = findConcepts(tokens)
  const all = preparedOptionsOf(field.options ?? [], words).flatMap(({ value, names, about }) => {
    const name = (from: number, to: number, share: number): NamedOption => {
      const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0]
      return { value, from, to, start, end, share }
    }
    const whole = names.flatMap(({ name: [first = '', ...others] }) =>
      placesOf(first)
        .filter((from) => others.every((word, at) => placesOf(word).includes(from + 1 + at)))
        .map((from) => name(from, from + 1 + others.length, 2)),
    )
    const parts = names.flatMap(({ name: full, telling }) => {
      const at = telling.flatMap((word) => placesOf(word).slice(0, 1))
      const share = at.length / full.filter((word) => !isStopword(word)).length
      // A number alone could be of anything.
      const isBare = at.every((one) => /^\d+$/.test(tokens[one]?.word ?? ''))
      const isEnough = at.length > 0 && (isAsked || (!isBare && share >= 0.5))
      return isEnough ? [name(Math.min(...at), Math.max(...at) + 1, share)] : []
    })
    const best = parts.toSorted((one, other) => other.share - one.share).slice(0, 1)
    const meant = concepts.filter((one) => one.values.some((concept) => about.has(concept)))
    return [...whole, ...best, ...meant.slice(0, 1).map(({ from, to }) => name(from, to, 0))]
  })
  // `large` in `extra large`
  const long = all.filter(({ from, to, share }) => share === 2 && to - from > 1)
  const isWithin = (one: NamedOption) =>
    long.some(({ from, to }) => from <= one.from && to >= one.to && to - from > one.to - one.from)
  return all.filter((one) => !isWithin(one))
}

const allOfThem = phraseSet([
  ...'everything all todo todos todas tudo alles alle tout toutes tous الكل كلها सब सभी sab sabhi'.split(
    ' ',
  ),
  'all of them',
  'كل شي',
  'كل شيء',
  'सब कुछ',
  'sab kuch',
])

/** The options that are meant; where they were asked for also all of them, or those in a place. */
function meantOptions(scanned: ScannedMessage, looking: FieldSearch): NamedOption[] {
  const { field, isAsked, known, words } = looking
  const tokens = scanned.tokens.flatMap((one) =>
    isTaken(scanned, one) ? [] : [{ ...one, word: numberIn(one, words) }],
  )
  const named = namedOptions(tokens, field, looking)
  // What was chosen before is changed by name, or where it is what is denied: `buy, not rent`.
  const isKnownDenied = named.some((one) => one.value === known && isDenied(tokens, one, [], words))
  // `Small nahi medium`: what stands right behind the one that is kept is said of that.
  const own = isKnownDenied ? named.filter((one) => one.value === known).map(({ to }) => to) : []
  const isFirm = known === undefined || isKnownDenied || !says(tokens, words.not)
  const isSaid = (one: NamedOption) =>
    (isFirm || one.share > 0) &&
    (own.includes(one.from - 1) ? one.value !== known : !isDenied(tokens, one, named, words))
  const said = named.filter(isSaid)
  if (said.length > 0) return afterCorrection(said, tokens, words)
  if (!isAsked || known !== undefined) return []
  const options = field.options ?? []
  const denied = new Set(named.map(({ value }) => value))
  const isOnlyAll = denied.size > 0 || saysOnly(tokens, allOfThem, words.filler)
  const chosen =
    field.type === 'multi_select' && isOnlyAll && says(tokens, allOfThem)
      ? options.filter(({ value }) => !denied.has(value))
      : denied.size > 0
        ? []
        : listPositionsIn(scanned.text).map((at) => options.at(at > 0 ? at - 1 : at))
  const whole = { from: 0, to: tokens.length, start: 0, end: scanned.text.length, share: 2 }
  return chosen.flatMap((one) => (one === undefined ? [] : [{ ...whole, value: one.value }]))
}

/** `not large, medium`, `chocolate nahi`; a `not` before another option is that one's. */
function isDenied(
  tokens: readonly Token[],
  one: NamedOption,
  others: readonly NamedOption[],
  { not }: Words,
) {
  const { from, to } = one
  const isWord = (at: number) => tokens[at]?.kind === 'word'
  if (isAt(tokens, from - 1, not) || (isWord(from - 1) && isAt(tokens, from - 2, not))) return true
  const behind = phraseAt(tokens, to, not)?.to
  const isNext = (at: number) => at === behind || (at - 1 === behind && isWord(behind))
  return behind !== undefined && !others.some((other) => isNext(other.from))
}

/** The one option that is named best; two of them are none, but the later corrects the earlier. */
export function findSelect(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const all = meantOptions(scanned, looking)
  const best = Math.max(...all.map(({ share }) => share))
  const likely = all.filter(({ share }) => share === best)
  // Who names the old one beside a new one corrects it.
  const other = likely.filter(({ value }) => value !== looking.known)
  const found = combineOptions(other.length > 0 ? other : likely)
  const [value, ...others] = found?.value ?? []
  return found === undefined || others.length > 0 ? undefined : { ...found, value }
}

/** All options that are named. */
export const findMultiSelect = (scanned: ScannedMessage, looking: FieldSearch): Found | undefined =>
  combineOptions(meantOptions(scanned, looking))

/** All that are named, each once, and the words for them. */
function combineOptions(named: readonly NamedOption[]): (Span & { value: string[] }) | undefined {
  if (named.length === 0) return undefined
  const start = Math.min(...named.map((one) => one.start))
  const end = Math.max(...named.map((one) => one.end))
  return { start, end, value: [...new Set(named.map(({ value }) => value))] }
}
