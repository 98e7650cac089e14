import type { JobField } from '@errand/contract/job-field'

import { isAbove, isBelow, isOnly } from '../../form-data/numbers/quantity-words.ts'
import { unitOf } from '../../form-data/numbers/units.ts'
import { sentencesOf } from '../sentences.ts'
import type { TurnRequest } from '../turn.ts'
import { conceptsOf, conceptsOfField, isGeneral, isPlea, placesOfConcepts } from './concepts.ts'
import type { Fact } from './facts.ts'
import { overlap } from './heard.ts'
import { placesAmong } from './is-alike.ts'
import type { When } from './steps.ts'
import {
  isAt,
  isStopword,
  phraseAt,
  says,
  skip,
  tokensOf,
  type Clause,
  type Token,
} from './text.ts'
import { everyLanguage } from './words.ts'

/** A rule of the instructions that is about contacts, and not about how the assistant speaks. */
interface Rule {
  text: string
  concepts: ReadonlySet<string>
  words: readonly string[]
  /** It says what to tell in a case; the others say what is not done, or done alone. */
  isCase: boolean
  /** A number of which it is about all that are below, or all others. */
  limit?: { value: number; isBelow: boolean }
}

const known = new WeakMap<TurnRequest, Rule[]>()

interface Asked {
  clause: Clause
  whens: readonly When[]
  request: TurnRequest
  /** What was read in the same burst. */
  said: readonly { field: JobField; value?: unknown }[]
}

/** The rule that a contact runs into: a child below the age that is treated, strong pain. */
export function ruleFor({ clause, whens, request, said }: Asked): Fact | undefined {
  const rules = known.get(request) ?? sentencesOf(request.job.instructions).flatMap(ruleOf)
  known.set(request, rules)
  const tokens = clause.tokens.filter((token) => !whens.some((one) => overlap(one, token)))
  const about = conceptsOf(tokens)
  const placesOf = placesAmong(tokens)
  const isTold = ({ text }: Rule) => request.history.some((message) => message.text.includes(text))
  const isAskedFor = (concept: string) =>
    request.fields.some(({ field }) => conceptsOfField(field).has(concept))
  const found = rules.find((rule) => {
    const { limit, concepts } = rule
    const shared = [...concepts].filter((concept) => about.has(concept))
    if (limit !== undefined) {
      const isMeant = ({ field }: { field: JobField }) =>
        [...conceptsOfField(field)].some(
          (one) => concepts.has(one) || (one === 'age' && isOfAge(rule)),
        )
      const values = said.filter(isMeant).map(({ value }) => value)
      const numbers = tokens.filter(({ kind }) => kind === 'digits').map(({ word }) => Number(word))
      const isClear = shared.length > 0 && numbers.length === 1
      return [...values, ...(isClear ? numbers : [])].some(
        (value) => typeof value === 'number' && value < limit.value === limit.isBelow,
      )
    }
    if (isTold(rule) || says(tokens, everyLanguage.not, everyLanguage.no)) return false
    if (!rule.isCase && shared.some((one) => !isGeneral(one) && !isAskedFor(one))) return true
    const same = rule.words.filter((word) => placesOf(word).length > 0)
    return rule.words.length > 0 && same.length === rule.words.length
  })
  return found && { text: found.text, sources: [found.text] }
}

/** Whose limit is an age. */
const isOfAge = ({ concepts, words }: Rule): boolean =>
  ['children', 'age', 'minimum_age'].some((concept) => concepts.has(concept)) ||
  words.some((word) => unitOf(word)?.id === unitOf('year')?.id)

function ruleOf(sentence: string): Rule[] {
  const { filler, not, no, order } = everyLanguage
  const text = sentence.trim()
  const tokens = tokensOf(text)
  const first = skip(tokens, 0, [filler], ({ kind }) => kind === 'sign')
  // `Never treat`, `do not treat`, `behandle keine`; `we do not` is a fact, and no rule.
  const isOfUs = isStopword(tokens[first]?.word ?? '') && tokens[first]?.word !== 'do'
  const denied = [first, ...(isOfUs ? [] : [first + 1])].find((at) => isAt(tokens, at, not, no))
  const isDenial = denied !== undefined
  const isLimit = isOnly(tokens[first]?.word)
  const behind = isDenial ? denied + 1 : isLimit ? first + 1 : first
  // `Tell them` stands behind the case.
  const told = tokens.findIndex((_, at) => at > behind && isOrder(tokens, at))
  const isCase = !isDenial && !isLimit && told > 0 && !isAt(tokens, first, order)
  if (!isDenial && !isLimit && !isCase) return []
  const end = tokens.findIndex(({ word }) => word === ':')
  const ends = [told, end].filter((at) => at > 0)
  const part = tokens.slice(behind, Math.min(tokens.length, ...ends))
  // What is said, promised or asked is the assistant's affair.
  if (isPlea({ tokens: part }) || isOrder(tokens, first, 2) || isOrder(tokens, behind)) return []
  const limit = limitOf(part, isLimit)
  if (isLimit && limit === undefined) return []
  // What is not done is a verb and what it is done to, of which that counts.
  const isVerb = isDenial && !isDeterminer.test(tokens[denied]?.word ?? '')
  const words = wordsOf(part).slice(isVerb ? 1 : 0)
  const concepts = conceptsOf(part)
  return [{ text, concepts, words, isCase, ...(limit && { limit }) }]
}

const isDeterminer = /^(?:no|kein.*|sin|sem|aucune?)$/

/** Whether an order to the assistant begins at a token, of so many words at least. */
function isOrder(tokens: readonly Token[], at: number, least = 1): boolean {
  const to = phraseAt(tokens, at, everyLanguage.order)?.to ?? at
  const isNamed = placesOfConcepts(tokens.slice(at, at + 4)).some(
    ({ from, values }) => from === 0 && values.includes('order_to_assistant'),
  )
  return to - at >= least || isNamed
}

/** `Under 12`, `over 80`; `only from 18` is about all that are below. */
function limitOf(tokens: readonly Token[], isLimit: boolean): Rule['limit'] {
  const at = tokens.findIndex(({ kind }) => kind === 'digits')
  const value = Number(tokens[at]?.word)
  const near = tokens.slice(Math.max(0, at - 2), at + 4)
  if (at < 0 || !(says(near, everyLanguage.people) || near.some(isLimiting))) return undefined
  const isUnder = near.some(({ word }) => isBelow(word))
  if (!isUnder && !near.some(({ word }) => isAbove(word))) return undefined
  return { value, isBelow: isLimit ? !isUnder : isUnder }
}

const isLimiting = ({ word }: Token): boolean => isBelow(word) || isAbove(word)

const wordsOf = (tokens: readonly Token[]): string[] =>
  tokens
    .filter(({ kind, word }) => kind === 'word' && word.length > 2 && !isStopword(word))
    .map(({ word }) => word)
