import { isAt, phraseAt, phrasesIn, says, saysOnly, type Token } from '../text.ts'
import { withoutPrice } from './offers.ts'
import { exactKinds, kinds, readSets, rows, textOf } from './tables.ts'

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

interface Piece {
  tokens: readonly Token[]
  at: number
  by: 'comma' | 'and' | 'or'
  isInner: boolean
}

/** What stands between commas, “and”, “or”, and brackets. */
function piecesOf(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = []
  let [from, by, isInner]: [number, Piece['by'], boolean] = [0, 'comma', false]
  for (let at = 0; at <= tokens.length;) {
    const word = tokens[at]?.word ?? ','
    // “Date and time” is one thing.
    const known = phraseAt(tokens, at, kinds)?.to
    // `É` is a verb, and no `e`.
    const isArticle =
      /^é$/i.test(tokens[at]?.raw ?? '') ||
      (word === 'o' && at === from) ||
      (/^[oe]$/.test(word) && isAt(tokens, at - 1, sets('article')))
    const or = isArticle ? undefined : phraseAt(tokens, at, sets('or'))?.to
    const and = isArticle ? undefined : phraseAt(tokens, at, sets('and'))?.to
    const isSign = /^[()[\],;،؛•·]$/.test(word)
    if ((known ?? at) > (or ?? and ?? at) || (or === undefined && and === undefined && !isSign)) {
      at = known ?? at + 1
      continue
    }
    if (at > from) pieces.push({ tokens: tokens.slice(from, at), at: from, by, isInner })
    by = or !== undefined ? 'or' : and !== undefined ? 'and' : 'comma'
    if (/^[()[\]]$/.test(word)) isInner = /[([]/.test(word)
    at = from = or ?? and ?? at + 1
  }
  return pieces
}

/** An amount is something to say, and nothing to ask for. */
const amount = /\p{Sc}|\d{3,}|\d\s?(?:rs|inr|aed|usd|eur|euros?|%)/iu
const maxWords = { known: 9, unknown: 6 }

/** What a list asks for, and what else stands in it. */
export function readList(tokens: readonly Token[], text: string) {
  const groups: Piece[][] = []
  const rest: Token[][] = []
  for (const piece of piecesOf(tokens)) {
    const group = groups.at(-1)
    const isOr = piece.by === 'or' && !piece.isInner
    const isStop = isAt(piece.tokens, 0, sets('stop')) && !isAt(piece.tokens, 0, kinds)
    if (!piece.isInner && !isOr && isStop) {
      rest.push(tokens.slice(piece.at))
      break
    }
    const said = withoutEnds(piece.tokens)
    if (said.length === 0 || saysOnly(said, sets('these'))) continue
    if (group !== undefined && piece.isInner) group.push(piece)
    else if (group !== undefined && isOr && !isOther(group[0], said)) {
      while (groups.length > 1 && isWordOfChoice(groups.at(-2), groups.at(-1))) {
        const last = groups.pop() ?? []
        groups.at(-1)?.push(...last)
      }
      groups.at(-1)?.push(piece)
    } else groups.push([piece])
  }
  const fields = groups.flatMap((group) => {
    const field = fieldOf(group, text)
    if (field === undefined) rest.push(group.flatMap((piece) => [...piece.tokens]))
    return field ?? []
  })
  return { fields, rest }
}

const isOther = (first: Piece | undefined, said: readonly Token[]) => {
  const [one, two] = [kindOf(withoutEnds(first?.tokens ?? [])), kindOf(said)]
  return one !== undefined && two !== undefined && one !== two
}

/** “Medium” in “small, medium or large” and “size small, medium or large”. */
function isWordOfChoice([one, more]: Piece[] = [], [next, last]: Piece[] = []): boolean {
  const head = phraseAt(one?.tokens ?? [], 0, kinds)?.to ?? 0
  const isAlone = more === undefined && last === undefined && next?.by === 'comma'
  return (
    isAlone &&
    one?.tokens.length === head + 1 &&
    next?.tokens.length === 1 &&
    kindOf(next.tokens) === undefined
  )
}

function withoutEnds(piece: readonly Token[]): readonly Token[] {
  const until = phrasesIn(piece, sets('until')).at(-1)?.to ?? 0
  let tokens = until < piece.length ? piece.slice(until) : piece
  while (!isAt(tokens, 0, kinds, sets('asks'))) {
    const isElided = /^[ld]'$/.test(tokens[0]?.word ?? '')
    const lead = isElided ? 1 : phraseAt(tokens, 0, sets('lead'))?.to
    if (lead === undefined || lead >= tokens.length) break
    tokens = tokens.slice(lead)
  }
  const end = tokens.findIndex((_, at) => at > 0 && saysOnly(tokens.slice(at), sets('tail')))
  const said = end < 0 ? tokens : tokens.slice(0, end)
  return said.slice(0, said.findLastIndex(({ kind }) => kind !== 'sign') + 1)
}

function fieldOf([first, ...others]: readonly Piece[], text: string): RequestedField | undefined {
  const said = withoutEnds(first?.tokens ?? [])
  // `Eggless yes or no`
  const flag = phrasesIn(said, kinds).find(({ values }) => values[0] === 'flag')?.from ?? 0
  const tokens = flag > 0 ? said.slice(0, flag) : said
  const isQuestion = isAt(tokens, 0, sets('asks'))
  const isFlag = flag > 0 || (isAt(first?.tokens ?? [], 0, sets('flags')) && !isQuestion)
  const isAny = isAt(first?.tokens ?? [], 0, sets('any'))
  const found = kindOf(tokens)
  // “What phone they have” asks for no number.
  const kind = found === 'phone' && isQuestion && !says(tokens, exactKinds) ? 'choice' : found
  const isPlain = kind !== undefined && saysOnly(tokens, kinds, exactKinds, sets('lead'))
  const raw = textOf(tokens, text)
  const inner = others.filter((piece) => piece.isInner)
  const either = others.filter((piece) => !piece.isInner)
  const words = tokens.filter((token) => token.kind === 'word').length
  const isLong =
    words > (kind !== undefined || isQuestion || isFlag ? maxWords.known : maxWords.unknown)
  const isAmount = either.length === 0 && kind !== 'budget' && amount.test(raw)
  if (isLong || isAmount || raw === '') return undefined
  const whole = textOf([...tokens, ...others.flatMap((piece) => [...piece.tokens])], text)
  const field = { label: raw, kind, isPlain, isQuestion, isFlag, options: [] as string[] }
  const isOne = either.length > 0 && (isPlain || either.some((piece) => kindOf(piece.tokens)))
  const optionOf = (of: readonly Token[]) => textOf(withoutPrice(of), text)
  const head = isQuestion ? 0 : (phraseAt(tokens, 0, kinds)?.to ?? 0)
  if (isAny && (either.length > 0 || kind === undefined))
    return {
      ...field,
      label: textOf(
        [...(first?.tokens ?? []), ...either.flatMap((piece) => [...piece.tokens])],
        text,
      ),
      kind: 'details',
    }
  // `Which bike it is (brand and model)`
  if (inner.length === 2 && inner[1]?.by === 'and') return { ...field, label: `${whole})` }
  if (saysOnly(others.at(-1)?.tokens ?? [], sets('negations')))
    return { ...field, label: inner.length > 1 ? raw : whole, isFlag: true }
  if (inner.length > 1) return { ...field, options: inner.map((piece) => optionOf(piece.tokens)) }
  if (either.length === 0) return field
  const label = textOf([...tokens, ...either.flatMap((piece) => [...piece.tokens])], text)
  if (isOne) return { ...field, label }
  // `Size small, medium or large`
  const isHead = head > 0 && head < tokens.length && !isAt(tokens, head, sets('of'))
  const options = [tokens.slice(isHead ? head : 0), ...either.map((piece) => piece.tokens)]
  const named = isHead ? textOf(tokens.slice(0, head), text) : label
  return { ...field, label: named, options: options.map(optionOf) }
}

/** What a part asks for: `patient name` a name, `name of the pet` too. */
function kindOf(tokens: readonly Token[]): string | undefined {
  const exact = phraseAt(tokens, 0, exactKinds)
  if (exact?.to === tokens.length) return exact.values[0]
  const found = phrasesIn(tokens, kinds)
  const isInside = (at: number) => found.some(({ from, to }) => from <= at && at < to)
  const of = tokens.findIndex((_, at) => isAt(tokens, at, sets('of')) && !isInside(at))
  const isArabic = /\p{sc=Arab}/u.test(tokens[0]?.raw ?? '')
  const isHeadFirst = isArabic || found.some(({ from }) => from < of)
  const last = tokens.at(-1)?.word ?? ''
  // `Lieferadresse`, but not `terraza`.
  const isEnd = (one: string) =>
    one.length > 3 && last.length > one.length + 3 && last.endsWith(one)
  const compound = rows.find(([, { words = [] }]) => words.some(isEnd))?.[0]
  return (isHeadFirst ? found[0] : found.at(-1))?.values[0] ?? compound
}
