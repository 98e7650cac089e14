import { isAt, phraseAt, phrasesIn, says, saysOnly, type Token, tokensOf } from '../text.ts'
import { anyOf, exactKinds, kinds, money, readSets, rows, topicsIn } from './tables.ts'

/** Something that the owner wants to be asked for, in the owner's words. */
export interface RequestedField {
  label: string
  /** Its row in `kinds.json`, if one is known. */
  kind: string | undefined
  /** The label says nothing but its kind. */
  isPlain: boolean
  isQuestion: boolean
  /** The answer is yes or no. */
  isFlag: boolean
  options: string[]
}

export const isKnown = ({ kind, options, isQuestion, isFlag }: RequestedField): boolean =>
  kind !== undefined || options.length > 0 || isQuestion || isFlag

const sets = readSets('cues')
const any = (name: string): string => anyOf('cues', name)
const stop = new RegExp(`^ ?${any('stop')}(?!\\.)`, 'iu')
const joiner = new RegExp(
  `(?<comma>[()[\\],;،؛•·])|(?<or>(?<!${any('article')}) ${any('or')} | ?/ ?)| ${any('and')} | ?[&+] ?|(?<= |^)(?!${any('natives')})و(?=\\p{L}{2})`,
  'giu',
)
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const tail = new RegExp(`(?: ${any('tail')})?[.!?؟।…]*$`, 'iu')
const withoutEnd = (text: string): string => text.trim().replace(tail, '')

/** A text without what holds phrases together. */
export const withoutConnectives = (text: string): string =>
  text.replaceAll('\u00A0', ' ').replaceAll('\u2215', '/')

interface Part {
  start: number
  end: number
  joiner: 'or' | 'and' | 'comma' | 'bracket'
  /** Inside of brackets too. */
  isAnd: boolean
}

/** What stands between commas, and, or, until something else than a list is said. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let open: Omit<Part, 'end'> = { start: 0, joiner: 'comma', isAnd: false }
  for (const { 0: by, index, groups } of `${text},`.matchAll(joiner)) {
    const part = text.slice(open.start, index)
    if (open.joiner !== 'or' && stop.test(part)) return parts
    if (hasWords(part)) parts.push({ ...open, end: index })
    const isInner = /[([]/.test(by) || (open.joiner === 'bracket' && !/[)\]]/.test(by))
    const isOr = groups?.['or'] !== undefined && hasWords(part)
    const named = isOr ? 'or' : groups?.['comma'] === undefined ? 'and' : 'comma'
    const joined = isInner ? 'bracket' : named
    open = { start: index + by.length, joiner: joined, isAnd: named === 'and' }
  }
  return parts
}

interface ReadPart extends Part, RequestedField {
  raw: string
  /** `size` of `size small`, and what is behind it. */
  head: string
  tail: string
  isAny: boolean
}

/** What a list asks for, with the words that each takes up. */
export function readList(text: string): ReadPart[] {
  const groups: ReadPart[][] = []
  for (const part of partsOf(text)) {
    const one = readPart(text, part)
    const group = groups.at(-1)
    const first = group?.[0]
    const isOther = one?.kind !== undefined && one.kind !== first?.kind && first?.tail === ''
    const isJoined = part.joiner === 'bracket' || (part.joiner === 'or' && !isOther)
    if (one === undefined || (part.joiner === 'or' && group !== undefined && !first))
      groups.push([])
    else if (first === undefined || !isJoined) groups.push([one])
    else {
      // “Small, medium or large”: what stands before the commas is chosen from as well.
      while (part.joiner === 'or' && groups.length > 1 && isChoice(groups.at(-2), groups.at(-1))) {
        const last = groups.pop() ?? []
        groups.at(-1)?.push(...last)
      }
      groups.at(-1)?.push(one)
    }
  }
  return groups.flatMap((group) => combineGroup(text, group))
}

const isWord = (text: string): boolean => /^\S+$/.test(text.trim())

/** “small, medium” and “size small, medium”, but not “name, size”. */
function isChoice([one, more]: ReadPart[] = [], [next]: ReadPart[] = []): boolean {
  if (one === undefined || more !== undefined || next?.joiner !== 'comma') return false
  return isWord(next.raw) && (one.kind === undefined ? isWord(one.raw) : isWord(one.tail))
}

/** An amount is something to say, and nothing to ask for. */
const amount = /\p{Sc}|\d{3,}|\d\s?(?:rs|inr|aed|usd|eur|euros?|%)/iu
const maxWords = 8
/** What may be asked for with digits: from 1 to 5, above 5000, 2 or 3. */
const counted = new Set(['rating', 'budget', 'choice', undefined])

function readPart(text: string, part: Part): ReadPart | undefined {
  const whole = tokensOf(text.slice(part.start, part.end))
  const until = phrasesIn(whole, sets('until')).at(-1)?.to ?? 0
  const start = part.start + (until > 0 ? (whole[until]?.start ?? 0) : 0)
  const raw = text.slice(start, part.end)
  const said = withoutConnectives(raw)
  const all = tokensOf(said)
  let from = 0
  while (!isAt(all, from, kinds, sets('asks'))) {
    const lead = phraseAt(all, from, sets('lead'))?.to ?? all.length
    if (lead >= all.length) break
    from = lead
  }
  const label = withoutEnd(said.slice(all[from]?.start)).replace(/^[ld]['’]/i, '')
  const tokens = tokensOf(label)
  const isQuestion = isAt(tokens, 0, sets('asks'))
  const found = kindOf(tokens)
  // “What phone they have” asks for no number.
  const kind = found === 'phone' && isQuestion && !says(tokens, exactKinds) ? 'choice' : found
  const isInner = part.joiner === 'bracket'
  const isAmount = part.joiner !== 'or' && amount.test(raw)
  const isCounted =
    isInner || kind === 'budget' || !(isAmount || (/\d/.test(raw) && !counted.has(kind)))
  const isFact = !isCounted
  if (isFact || tokens.filter((token) => token.kind === 'word').length > maxWords) return undefined
  const first = phraseAt(tokens, 0, kinds)?.to ?? tokens.length
  const isWhole = isQuestion || isAt(tokens, first, sets('of'))
  const headEnd = isWhole ? label.length : (tokens[first - 1]?.end ?? label.length)
  return {
    ...part,
    start,
    raw,
    label,
    kind,
    isQuestion,
    options: [],
    isPlain: kind !== undefined && saysOnly(tokens, kinds, exactKinds, sets('lead')),
    isFlag: isAt(all, 0, sets('flags')) && !isQuestion,
    isAny: isAt(all, 0, sets('any')),
    head: label.slice(0, headEnd),
    tail: label.slice(headEnd).trim(),
  }
}

/** What a part asks for: `patient name` a name, `name of the pet` too. */
function kindOf(tokens: readonly Token[]): string | undefined {
  const exact = phraseAt(tokens, 0, exactKinds)
  if (exact?.to === tokens.length) return exact.values[0]
  const found = phrasesIn(tokens, kinds)
  const isInside = (at: number) => found.some(({ from, to }) => from <= at && at < to)
  const of = tokens.findIndex((_, at) => isAt(tokens, at, sets('of')) && !isInside(at))
  const isHeadFirst =
    found.some(({ from }) => from < of) || /\p{sc=Arab}/u.test(tokens[0]?.raw ?? '')
  const last = tokens.at(-1)?.word ?? ''
  // `Lieferadresse`, but not `terraza`.
  const isEnd = (one: string) =>
    one.length > 3 && last.length > one.length + 3 && last.endsWith(one)
  const compound = rows.find(([, { words = [] }]) => words.some(isEnd))?.[0]
  return (isHeadFirst ? found[0] : found.at(-1))?.values[0] ?? compound
}

/** What is chosen, without what it costs: `monthly` of `monthly 1200`. */
const optionOf = (raw: string): string =>
  withoutEnd(withoutConnectives(raw)).replace(price, '').trim()
const price = new RegExp(
  `(?<=\\p{L}) ?(?:${any('pricing')} ?)*(?:${money}\\.? ?\\d[\\d.,]*|\\d[\\d.,]* ?${money}|\\d{3,})$`,
  'iu',
)

function combineGroup(text: string, [first, ...others]: readonly ReadPart[]): ReadPart[] {
  if (first === undefined) return []
  const isFirst = !hasWords(text.slice(0, first.start))
  const isTopic = isFirst && !isKnown(first) && topicsIn(first.label).some(({ count }) => count > 0)
  const last = others.at(-1)
  if (last === undefined && isTopic) return []
  // `Any injuries or illnesses` is answered in a few words.
  if (first.isAny && (last !== undefined || first.kind === undefined)) {
    const said = text.slice(first.start, (last ?? first).end)
    return [{ ...first, raw: said, label: withoutEnd(withoutConnectives(said)), kind: 'details' }]
  }
  if (last === undefined) return [first]
  const raw = text.slice(first.start, last.end)
  // What is in brackets behind a choice is only said of it.
  const isEither = others.some(({ joiner: by }) => by === 'or')
  const chosen = others.filter(({ joiner: by }) => !isEither || by !== 'bracket')
  const isInner = !isEither && last.joiner === 'bracket'
  // `Which bike it is (brand and model)`
  if (isInner && others.length === 2 && last.isAnd)
    return [{ ...first, raw, label: `${withoutConnectives(raw.slice(raw.indexOf(first.label)))})` }]
  const isHead = isInner || first.tail !== ''
  // “Phone or WhatsApp” is one thing to ask for, “weight loss or muscle gain” is a choice.
  const isOne = first.isPlain || (first.kind !== undefined && others.some(({ kind }) => kind))
  const labels = isHead || !isOne ? chosen.map((other) => optionOf(other.raw)) : []
  const isFlag = saysOnly(tokensOf(labels.at(-1) ?? ''), sets('negations'))
  // `Size small medium or large`
  const tails = labels.every(isWord) ? first.tail.split(' ') : [first.tail]
  const options = isInner ? labels : [...(first.tail === '' ? [first.label] : tails), ...labels]
  const whole = withoutConnectives(text.slice(first.start, chosen.at(-1)?.end))
  const label = isHead ? first.head : withoutEnd(whole.slice(whole.indexOf(first.label)))
  return [{ ...first, raw, label, isFlag, options: isFlag || options.length < 2 ? [] : options }]
}
