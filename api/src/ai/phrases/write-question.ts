import type { JobField } from '@errand/contract/job-field'

import { fold, type Refused } from '../../form-data/reading.ts'
import type { Phrases } from './phrases.ts'

/** Asks for one field: as the owner has written it, with what can be chosen. */
export function questionFor(field: JobField, phrases: Phrases): string {
  const asked = field.question ?? ''
  const question = asked === '' ? phrases.ask(field.label) : asked
  return [question, ...choices(field, question, phrases)].join('\n')
}

/** Asks again, and says why. */
export function questionAgain(field: JobField, refused: Refused, phrases: Phrases): string {
  const { example = '' } = field
  return [
    problemText(refused, phrases),
    questionFor(field, phrases),
    ...(example === '' ? [] : [phrases.example(example)]),
  ].join('\n')
}

/** Why an answer could not be taken; a pattern's reason is in the owner's own words. */
export function problemText({ code, detail, params = {} }: Refused, phrases: Phrases): string {
  const { min, max } = params
  return (
    phrases.problems[code]?.({ min: limitText(min, phrases), max: limitText(max, phrases) }) ??
    detail
  )
}

/** Without groups, so that nobody takes a thousand for one. */
function limitText(limit: unknown, { locale }: Phrases): string {
  if (typeof limit === 'string') return limit
  return typeof limit === 'number'
    ? limit.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 })
    : ''
}

/** The options, unless the owner's question names them already. */
function choices({ options = [] }: JobField, question: string, phrases: Phrases): string[] {
  const said = fold(question)
  if (options.every(({ label }) => said.includes(fold(label)))) return []
  const list = new Intl.ListFormat(phrases.locale, { type: 'disjunction' })
  return [phrases.choose(list.format(options.map(({ label }) => label)))]
}
