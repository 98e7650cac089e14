import type { JobField } from '@errand/contract/job-field'

import { countsPeople, unitOf } from '../../answers/numbers/units.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { TurnRequest } from '../turn.ts'
import { conceptsOf, conceptsOfField } from './concepts.ts'
import type { Fact } from './facts.ts'
import { positionsAmong } from './is-alike.ts'
import { readRule, type Bound, type Rule } from './read-rule.ts'
import { overlap } from './scanned-message.ts'
import type { When } from './steps.ts'
import { isAt, says, type Clause, type Token } from './text.ts'
import { everyLanguage } from './words.ts'

const rulesByRequest = new WeakMap<TurnRequest, Rule[]>()

interface RuleQuestion {
  clause: Clause
  whens: readonly When[]
  request: TurnRequest
  /** What was read in the same burst. */
  said: readonly WrittenRule[]
}

interface WrittenRule {
  field: JobField
  value?: unknown
}

interface BrokenRule extends Fact {
  /** A number breaks it, or its case is there: nothing else is asked with it. */
  isFinal: boolean
  /** The fields whose answers it does not allow. */
  broken: string[]
}

/** The rule that a contact runs into: a child below the age that is treated, strong pain. */
export function brokenRuleFor({
  clause,
  whens,
  request,
  said,
}: RuleQuestion): BrokenRule | undefined {
  const rules = rulesByRequest.get(request) ?? rulesOf(request)
  rulesByRequest.set(request, rules)
  const tokens = clause.tokens.filter((token) => !whens.some((one) => overlap(one, token)))
  const about = conceptsOf(tokens)
  const placesOf = positionsAmong(clause.tokens)
  const isDenied = says(tokens, everyLanguage.not, everyLanguage.no)
  for (const rule of rules) {
    const { text, terms, bounds, isCase } = rule
    const met = { text, sources: [text] }
    if (bounds.length > 0) {
      const numbers = numbersFor(rule, tokens, about)
      const isBroken = (bound: Bound, value: unknown) =>
        typeof value === 'number' && bound.isBroken(value)
      const broken = said.filter(({ field, value }) =>
        bounds.some(
          (bound) =>
            isBroken(bound, value) &&
            (isLimitOf(field, bound, rule) || numbers.includes(Number(value))),
        ),
      )
      const isMet = numbers.some((value) => bounds.some((bound) => isBroken(bound, value)))
      if (isMet || broken.length > 0)
        return { ...met, isFinal: true, broken: broken.map(({ field: { key } }) => key) }
      continue
    }
    const isSaid = request.history.some((message) => message.text.includes(text))
    if (isSaid || isDenied || terms.length === 0) continue
    const isMet = terms.every(
      ({ concepts, words }) =>
        concepts.some((one) => about.has(one)) ||
        (words.length > 0 && words.every((word) => placesOf(word).length > 0)),
    )
    if (isMet) return { ...met, isFinal: isCase, broken: [] }
  }
  return undefined
}

function rulesOf({ job, business }: TurnRequest): Rule[] {
  const [home = 'en'] = business.locale.split('-')
  return sentencesOf(job.instructions).flatMap((sentence) => {
    const rule = readRule(sentence, home)
    return rule === undefined || rule === 'order' ? [] : [rule]
  })
}

/** Whether a field asks for what a rule has a limit of. */
function isLimitOf(field: JobField, { counts }: Bound, { concepts }: Rule): boolean {
  const about = conceptsOfField(field)
  const isOfAge = about.has('age') || about.has('minimum_age')
  if (counts === 'years') return isOfAge
  if (counts === 'people') return countsPeople(field)
  return [...about].some((one) => concepts.has(one))
}

/** The number of a sentence that a limit can be meant for, where it is the only one. */
function numbersFor(
  { bounds, concepts }: Rule,
  tokens: readonly Token[],
  about: ReadonlySet<string>,
): number[] {
  const at = tokens.findIndex(({ kind }) => kind === 'digits')
  if (at < 0 || tokens.filter(({ kind }) => kind === 'digits').length > 1) return []
  const next = tokens[at + 1]?.word ?? ''
  const isYears = unitOf(next)?.id === unitOf('year')?.id
  const isPeople = !isYears && isAt(tokens, at + 1, everyLanguage.people)
  const isOf = {
    years: !isPeople && (isYears || about.has('age') || about.has('relation') || isShared()),
    people: isPeople,
    other: isShared(),
  }
  return bounds.some(({ counts }) => isOf[counts]) ? [Number(tokens[at]?.word)] : []

  function isShared() {
    return [...concepts].some((concept) => about.has(concept))
  }
}
