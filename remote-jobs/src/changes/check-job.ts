import {
  findFieldProblems,
  findJobProblems,
  type JobProblem,
  type JobRule,
} from '@errand/contract/job-problems'
import { cleanName } from '@errand/contract/visible-text'

import { type FieldValues, toField } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { words } from '../job-draft/words/words.ts'

/** A problem or advice that the owner should see before publishing. */
export interface JobCheck {
  /** A `problem` prevents publishing; `advice` does not. */
  kind: 'problem' | 'advice'
  /** The section of the form, and the index of the field in it. */
  section: 'about' | 'fields' | 'trigger' | 'behaviour'
  index?: number
  text: string
}

/** All problems and advice for a job. */
export function checkJob(job: JobFormValues): JobCheck[] {
  const { handoff, fields } = job
  const isAlone = handoff.keywords.length === 0 && !handoff.onAngry && !handoff.onLowConfidence
  return [
    ...toChecks(findJobProblems({ ...job, fields: toFields(fields) }), fields),
    ...(isAlone ? [advice('behaviour', words('noHandoff'))] : []),
  ]
}

/** The same for the fields alone, while they are edited. */
export const checkFields = (fields: readonly FieldValues[]): JobCheck[] =>
  toChecks(findFieldProblems(toFields(fields)), fields)

const toFields = (fields: readonly FieldValues[]) =>
  fields.map((field, order) => toField(field, order, fields))

const sections: Record<string, JobCheck['section']> = {
  name: 'about',
  instructions: 'about',
  trigger: 'trigger',
}

const say: (rule: JobRule, values: Record<string, string>) => string = words

function toChecks(problems: JobProblem[], fields: readonly FieldValues[]): JobCheck[] {
  const circularIndexes = new Set(
    problems.filter(({ rule }) => rule === 'circularCondition').map(({ path }) => path[1]),
  )
  return [
    ...problems.map((problem) => toCheck(problem, fields)),
    ...adviseFields(fields, (index) => circularIndexes.has(index)),
  ]
}

function toCheck(
  { rule, path: [part, index], word = '' }: JobProblem,
  fields: readonly FieldValues[],
): JobCheck {
  const section = sections[String(part)] ?? 'fields'
  if (typeof index !== 'number') return { kind: 'problem', section, text: say(rule, {}) }
  const key = fields[index]?.key ?? ''
  const text = say(rule, { name: nameOf(fields, index), key, word })
  return { kind: 'problem', section, index, text }
}

const nameOf = (fields: readonly FieldValues[], index: number): string =>
  cleanName(fields[index]?.label ?? '') || fields[index]?.key || `${index + 1}`

const advice = (section: JobCheck['section'], text: string, index?: number): JobCheck => ({
  kind: 'advice',
  section,
  text,
  ...(index !== undefined && { index }),
})

const maxRequired = 8
const secretPattern = /\b(passwords?|passcode|pin( code)?|otp|cvv|card number|one[- ]time code)\b/i
const sensitivePattern =
  /\b(aadhaar|pan|passport|bank|account number|ssn|health|medical|diagnosis|salary)\b/i

function adviseFields(
  fields: readonly FieldValues[],
  isInCircle: (index: number) => boolean,
): JobCheck[] {
  const checks: JobCheck[] = []
  const count = fields.filter((field) => field.required).length
  if (count > maxRequired) checks.push(advice('fields', words('tooManyRequired', { count })))
  for (const [index, { label, question, sensitive, condition }] of fields.entries()) {
    const name = nameOf(fields, index)
    const asked = `${label} ${question}`
    if (secretPattern.test(asked)) checks.push(advice('fields', words('neverAsk', { name }), index))
    else if (!sensitive && sensitivePattern.test(asked)) {
      checks.push(advice('fields', words('sensitiveAsk', { name }), index))
    }
    const at = fields.findIndex(({ key }) => key === condition.fieldKey)
    if (condition.fieldKey !== '' && at > index && !isInCircle(index)) {
      const other = fields[at]?.label ?? ''
      checks.push(advice('fields', words('laterCondition', { name, other }), index))
    }
  }
  return checks
}
