import type { JobField } from '@errand/contract/job-field'

import type { OpenRange } from '../../../platform/period/opening-hours.ts'
import { applicableFields } from '../../answers/collected.ts'
import { readAnswer } from '../../answers/read-answer.ts'
import { answerText } from '../../answers/readable-answer.ts'
import { fold, answerLocaleOf, type Refusal } from '../../answers/reading.ts'
import { builtInQuestionFor } from '../../phrases/own-texts.ts'
import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'

/** Asks for one field: as the owner has written it, with what can be chosen. */
export function questionFor(field: JobField, phrases: Phrases): string {
  const { label, question: asked = '' } = field
  const question = asked || askByLabel(label, phrases)
  return [question, ...choicesLine(field, question, phrases)].join('\n')
}

/** `Which bike?`: a name alone is no sentence in whatever language it is. */
const askByLabel = (label: string, { ask, tag }: Phrases): string =>
  builtInQuestionFor(label, tag) ?? fillBlanks(ask, { label: label.replace(/\s*[?؟:.]$/, '') })

/** Asks again, and says why. */
export function repeatQuestion(field: JobField, refused: Refusal, phrases: Phrases): string {
  const { example = '' } = field
  return [
    problemText(refused, phrases),
    questionFor(field, phrases),
    ...(example === '' ? [] : [fillBlanks(phrases.example, { example })]),
  ].join('\n')
}

/** Why an answer could not be taken; a pattern's reason is in the owner's own words. */
export function problemText({ code, detail, params = {} }: Refusal, phrases: Phrases): string {
  const sentence = phrases.problems[code]
  if (sentence === undefined || (code === 'closed_day' && params['day'] === undefined))
    return detail
  const blanks = Object.entries(params).map(([name, limit]) => [
    name,
    name === 'hours' ? rangesText(limit as OpenRange[], phrases) : limitText(limit, phrases),
  ])
  return fillBlanks(sentence, Object.fromEntries(blanks))
}

/** The hours of a day, before and after its break. */
export function rangesText(ranges: readonly OpenRange[], phrases: Phrases): string {
  const [first = '', second] = ranges.map((range) => fillBlanks(phrases.openRange, { ...range }))
  return second === undefined ? first : fillBlanks(phrases.openRanges, { first, second })
}

/** A day as people write it; a number without groups, so that nobody takes a thousand for one. */
function limitText(limit: unknown, { locale }: Phrases): string {
  if (typeof limit === 'string')
    return /^\d{4}-\d{2}-\d{2}$/.test(limit) ? dayText(limit, locale) : limit
  return typeof limit === 'number'
    ? limit.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 })
    : ''
}

/** The options, unless the owner's question names them already. */
function choicesLine({ options = [] }: JobField, question: string, phrases: Phrases): string[] {
  const said = fold(question)
  if (options.every(({ label }) => said.includes(fold(label)))) return []
  const list = new Intl.ListFormat(phrases.locale, { type: 'disjunction' })
  return [fillBlanks(phrases.choose, { options: list.format(options.map(({ label }) => label)) })]
}

type Values = Readonly<Record<string, unknown>>

/** Where the business is and the sentences that its contact is answered with. */
interface PhraseContext {
  phrases: Phrases
  business: { timeZone: string; locale: string }
}

/** An answer as a contact is shown it. */
export interface ShownAnswer {
  key: string
  label: string
  text: string
}

/** All answers, in the order in which they are asked for. */
export const toShownAnswers = (
  fields: readonly JobField[],
  values: Values,
  writing: PhraseContext,
): ShownAnswer[] =>
  applicableFields(fields, values)
    .filter(({ key }) => Object.hasOwn(values, key))
    .map((field) => ({
      key: field.key,
      label: field.label,
      text: valueText(field, values[field.key], writing),
    }))

/** All answers in a list, what else has to be known, and the question whether they are right. */
export function writeSummary(
  answers: readonly ShownAnswer[],
  { summary, changeSummary }: Phrases,
  { besides = '', isChange = false }: { besides?: string; isChange?: boolean } = {},
): string {
  const lines = answers.map(({ label, text }) => `• ${label}: ${text}`)
  return fillBlanks(isChange ? changeSummary : summary, {
    answers: [...lines, besides].filter((line) => line !== '').join('\n'),
  })
}

function valueText(field: JobField, value: unknown, writing: PhraseContext): string {
  const { locale, yes, no, received } = writing.phrases
  const { type, options = [] } = field
  const labelOf = (one: unknown) =>
    options.find((option) => option.value === one)?.label ?? String(one)
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return new Intl.ListFormat(locale).format(value.map(labelOf))
  if (typeof value === 'number') return numberText(field, value, writing)
  if (typeof value === 'string') {
    if (type === 'select') return labelOf(value)
    return type === 'date' || type === 'datetime' ? dayText(value, locale) : value
  }
  return type === 'file' ? received : placeText(value)
}

/**
 * A number as the business's locale has it, or the contact's language where that is another; so that
 * it is read as the same number when the contact repeats it.
 */
function numberText(field: JobField, value: number, { phrases, business }: PhraseContext): string {
  const place = answerLocaleOf(business, phrases.tag)
  const [home = ''] = place.locales
  const isHome = new Intl.Locale(phrases.locale).language === new Intl.Locale(home).language
  const locale = isHome ? new Intl.Locale(home, { numberingSystem: 'latn' }) : phrases.locale
  const currency = field.validation?.currency ?? 'INR'
  const usual: Intl.NumberFormatOptions =
    field.type === 'currency'
      ? { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }
      : { maximumFractionDigits: 20 }
  const plain = { ...usual, useGrouping: false }
  const precise = { ...plain, minimumFractionDigits: 4, maximumFractionDigits: 20 }
  const texts = [usual, plain, precise].map((options) => value.toLocaleString(locale, options))
  const isSame = (text: string) => {
    const reading = readAnswer({ ...field, validation: { currency } }, text, place)
    return 'value' in reading && reading.value === value
  }
  return texts.find(isSame) ?? texts[0] ?? String(value)
}

const placeText = (value: unknown): string => {
  const { name, address } = Object(value) as { name?: unknown; address?: unknown }
  if (typeof name === 'string' && name !== '') return name
  return typeof address === 'string' && address !== '' ? address : answerText(value)
}

/** `Sun, 22 Nov 2026, 17:00`, on the clock that it is kept with. */
export function dayText(value: string, locale: string): string {
  const [day = '', time = ''] = value.split('T')
  const date = new Date(`${day}T${time === '' ? '00:00' : time.slice(0, 5)}Z`)
  return date.toLocaleString(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(time !== '' && { hour: '2-digit', minute: '2-digit' }),
  })
}
