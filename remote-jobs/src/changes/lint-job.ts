import { isChoice } from '@errand/contract/job-field'
import { cleanName, hasVisibleText } from '@errand/contract/visible-text'

import { limitsOf } from '../job-draft/field-limits.ts'
import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { words } from '../job-draft/words/words.ts'

/** Something that the owner should look at. */
export interface Finding {
  /** `problem` stands against publishing; `advice` does not. */
  kind: 'problem' | 'advice'
  /** The section of the form that it is about, and there the field. */
  section: 'about' | 'instructions' | 'fields' | 'trigger' | 'behaviour'
  index?: number
  text: string
}

/** What is wrong or unwise about a job. */
export function lintJob(job: JobFormValues): Finding[] {
  const { trigger, handoff } = job
  const isAlone = handoff.keywords.length === 0 && !handoff.onAngry && !handoff.onLowConfidence
  const found: (Finding & { isSo: boolean })[] = [
    problem('about', words('needsName'), !hasVisibleText(job.name)),
    problem('instructions', words('needsInstructions'), job.instructions.trim() === ''),
    problem('fields', words('needsFields'), job.fields.length === 0 && !job.answerOnly),
    problem(
      'trigger',
      words('needsKeywords'),
      trigger.type === 'keyword' && trigger.keywords.length === 0,
    ),
    problem('trigger', words('needsCode'), trigger.type === 'link' && trigger.code.trim() === ''),
    { kind: 'advice', section: 'behaviour', text: words('noHandoff'), isSo: isAlone },
  ]
  return [...found.filter(({ isSo }) => isSo), ...lintFields(job.fields)]
}

const problem = (section: Finding['section'], text: string, isSo: boolean) =>
  ({ kind: 'problem', section, text, isSo }) as const

const mostRequired = 8

/** What is wrong or unwise about the fields, as they stand while they are written. */
export function lintFields(fields: readonly FieldValues[]): Finding[] {
  const required = fields.filter((field) => field.required).length
  const found: Finding[] = []
  if (required > mostRequired) {
    found.push({
      kind: 'advice',
      section: 'fields',
      text: words('tooManyRequired', { count: required }),
    })
  }
  for (const [index, field] of fields.entries()) {
    const name = cleanName(field.label) || field.key || `${index + 1}`
    const about: About = (kind, key, values) =>
      found.push({ kind, section: 'fields', index, text: say(key, { name, ...values }) })
    lintKey(fields, index, about)
    lintSensitive(field, about)
    lintCondition(fields, index, about)
    lintOptions(field, about)
    lintLimits(field, about)
  }
  return found
}

// The catalogue's types follow each text; which one it is, is known at run time only.
const say: (key: string, values: Record<string, string>) => string = words as never
type About = (
  kind: Finding['kind'],
  key: Parameters<typeof words>[0],
  values?: Record<string, string>,
) => unknown

function lintKey(fields: readonly FieldValues[], index: number, about: About): void {
  const key = fields[index]?.key ?? ''
  const first = fields.findIndex((other) => other.key === key)
  if (key !== '' && first !== index) about('problem', 'duplicateKey', { key })
}

const secret = /\b(passwords?|passcode|pin( code)?|otp|cvv|card number|one[- ]time code)\b/i
const delicate =
  /\b(aadhaar|pan|passport|bank|account number|ssn|health|medical|diagnosis|salary)\b/i

function lintSensitive({ label, question, sensitive }: FieldValues, about: About): void {
  const asked = `${label} ${question}`
  if (secret.test(asked)) about('advice', 'neverAsk')
  else if (!sensitive && delicate.test(asked)) about('advice', 'sensitiveAsk')
}

function lintCondition(fields: readonly FieldValues[], index: number, about: About): void {
  const field = fields[index]
  if (field === undefined || field.condition.fieldKey === '') return
  const { fieldKey, op, value, values } = field.condition
  const at = fields.findIndex(({ key }) => key === fieldKey)
  if (at < 0) about('problem', 'unknownCondition')
  else if (leadsBack(fields, field)) about('problem', 'circularCondition')
  else if (at > index) about('advice', 'laterCondition', { other: fields[at]?.label ?? '' })
  const meant = op === 'in' ? values : op === 'answered' ? undefined : [value]
  if (meant?.every((one) => !canBe(fields[at], one)) === true) about('problem', 'valueMissing')
}

/** Whether an answer of the field can be this: of a choice, one of its options. */
const canBe = (field: FieldValues | undefined, value: string): boolean =>
  value !== '' &&
  (field === undefined ||
    !isChoice(field.type) ||
    field.options.some((option) => option.value === value))

/** Whether a field waits, over however many others, for its own answer. */
function leadsBack(fields: readonly FieldValues[], start: FieldValues): boolean {
  const seen = new Set<string>()
  let key = start.condition.fieldKey
  while (key !== '' && !seen.has(key)) {
    if (key === start.key) return true
    seen.add(key)
    key = fields.find((field) => field.key === key)?.condition.fieldKey ?? ''
  }
  return false
}

function lintOptions({ type, options }: FieldValues, about: About): void {
  if (!isChoice(type)) return
  const filled = options.filter(({ label }) => hasVisibleText(label))
  if (filled.length < 2) about('problem', 'fewOptions')
  const meant = new Map<string, number>()
  for (const [index, { value, label, synonyms }] of filled.entries()) {
    for (const word of new Set(
      [value, label, ...synonyms].map((text) => text.trim().toLowerCase()),
    )) {
      if (word !== '' && meant.has(word)) about('problem', 'doubleOption', { word })
      meant.set(word, index)
    }
  }
}

function lintLimits({ type, limits }: FieldValues, about: About): void {
  // Limits of another type are kept in case it comes back, but neither shown nor sent.
  const of = (name: 'min' | 'max' | 'minLength' | 'maxLength' | 'minDate' | 'maxDate') =>
    limitsOf[type].includes(name) ? limits[name] : ''
  const isReversed = (low: string, high: string) =>
    low !== '' && high !== '' && Number(low) > Number(high)
  const [minDate, maxDate] = [of('minDate'), of('maxDate')]
  if (
    isReversed(of('min'), of('max')) ||
    isReversed(of('minLength'), of('maxLength')) ||
    (minDate !== '' && maxDate !== '' && minDate > maxDate)
  ) {
    about('problem', 'outOfOrder')
  }
}
