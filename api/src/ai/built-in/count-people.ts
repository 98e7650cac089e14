import type { JobField } from '@errand/contract/job-field'

import { isTaken, type Found, type Heard } from './heard.ts'
import { isAt, phraseAt, phrasesIn, plain } from './text.ts'
import type { Words } from './words.ts'

const unit = 'm²|m2|qm|sqm|sq\\.? ?ft|km|kg|cm'
const units = new RegExp(unit, 'giu')
const measures = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(\\p{Nd}{1,6})\\s?(${unit})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** `70m2` where a field asks for it in square metres. */
export function findMeasure(heard: Heard, { label, question = '' }: JobField): Found | undefined {
  const wanted = new Set(`${label} ${question}`.match(units)?.map(plain))
  for (const { 1: value = '', 2: said = '', index, 0: all } of heard.text.matchAll(measures)) {
    const span = { start: index, end: index + all.length }
    if (wanted.has(plain(said)) && !isTaken(heard, span)) return { ...span, value }
  }
  return undefined
}

/** Those who come, said in parts (`3 adults and 2 kids`), as two, or as nobody else. */
export function findPeople(heard: Heard, words: Words): Found | undefined {
  const { tokens } = heard
  const parts = partsIn(heard, words)
  const [first] = parts
  const last = parts.at(-1)
  if (first !== undefined && last !== undefined) {
    const sum = parts.reduce((all, { value }) => all + value, 0)
    const total = first === last ? totalBehind(heard, first.end, words) : undefined
    return total !== undefined && Number(total.word) > sum
      ? { start: total.start, end: total.end, value: total.word }
      : { start: first.start, end: last.end, value: String(sum) }
  }
  const [couple] = phrasesIn(tokens, words.couple)
  const [match] = couple === undefined ? phrasesIn(tokens, words.alone) : [couple]
  const start = tokens[match?.from ?? -1]?.start
  const end = tokens[(match?.to ?? 0) - 1]?.end
  if (start === undefined || end === undefined) return undefined
  return { start, end, value: couple === undefined ? '1' : '2' }
}

/** Every number of people that is said. */
function partsIn(heard: Heard, words: Words): (Found & { value: number })[] {
  const { tokens } = heard
  return tokens.flatMap((token, at) => {
    const value = token.kind === 'digits' ? Number(token.word) : words.numberOf(token.word)
    // `6-7 people`, `2 or 3 people`
    const isRange =
      tokens[at - 2]?.kind === 'digits' &&
      (/^[-–]$/.test(tokens[at - 1]?.word ?? '') || isAt(tokens, at - 1, words.either))
    if (value === undefined || isRange || isAt(tokens, at, words.people)) return []
    const people = phraseAt(tokens, at + 1, words.people)
    // `somos 3`, `we are 3`
    const isLed = isBehind(heard, at, words.forPeople) && !isTaken(heard, token)
    if (people === undefined && !isLed) return []
    return [{ value, start: token.start, end: tokens[(people?.to ?? 0) - 1]?.end ?? token.end }]
  })
}

/** `3 adults and my baby, so 4` */
const totalBehind = (heard: Heard, end: number, { total }: Words) =>
  heard.tokens.findLast(
    (token, at) =>
      token.kind === 'digits' &&
      token.start > end &&
      !isTaken(heard, token) &&
      isBehind(heard, at, total),
  )

/** Whether a phrase of one or two words ends right before a token. */
const isBehind = ({ tokens }: Heard, at: number, set: Words['total']): boolean =>
  [at - 1, at - 2].some((from) => phraseAt(tokens, from, set)?.to === at)
