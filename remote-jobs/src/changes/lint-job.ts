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
  const { handoff, fields } = job
  const isAlone = handoff.keywords.length === 0 && !handoff.onAngry && !handoff.onLowConfidence
  return [
    ...toFindings(findJobProblems({ ...job, fields: toFields(fields) }), fields),
    ...(isAlone ? [advice('behaviour', words('noHandoff'))] : []),
  ]
}

/** What is wrong or unwise about the fields, as they stand while they are written. */
export const lintFields = (fields: readonly FieldValues[]): Finding[] =>
  toFindings(findFieldProblems(toFields(fields)), fields)

const toFields = (fields: readonly FieldValues[]) =>
  fields.map((field, order) => toField(field, order, fields))

const sections: Record<string, Finding['section']> = {
  name: 'about',
  instructions: 'instructions',
  trigger: 'trigger',
}

const say: (rule: JobRule, values: Record<string, string>) => string = words

function toFindings(problems: JobProblem[], fields: readonly FieldValues[]): Finding[] {
  const inCircle = new Set(
    problems.filter(({ rule }) => rule === 'circularCondition').map(({ path }) => path[1]),
  )
  return [
    ...problems.map((problem) => toFinding(problem, fields)),
    ...adviseOnFields(fields, (index) => inCircle.has(index)),
  ]
}

function toFinding(
  { rule, path: [part, index], word = '' }: JobProblem,
  fields: readonly FieldValues[],
): Finding {
  const section = sections[String(part)] ?? 'fields'
  if (typeof index !== 'number') return { kind: 'problem', section, text: say(rule, {}) }
  const key = fields[index]?.key ?? ''
  const text = say(rule, { name: nameOf(fields, index), key, word })
  return { kind: 'problem', section, index, text }
}

const nameOf = (fields: readonly FieldValues[], index: number): string =>
  cleanName(fields[index]?.label ?? '') || fields[index]?.key || `${index + 1}`

const advice = (section: Finding['section'], text: string, index?: number): Finding => ({
  kind: 'advice',
  section,
  text,
  ...(index !== undefined && { index }),
})

const maxRequired = 8
const secret = /\b(passwords?|passcode|pin( code)?|otp|cvv|card number|one[- ]time code)\b/i
const delicate =
  /\b(aadhaar|pan|passport|bank|account number|ssn|health|medical|diagnosis|salary)\b/i

function adviseOnFields(
  fields: readonly FieldValues[],
  isInCircle: (index: number) => boolean,
): Finding[] {
  const found: Finding[] = []
  const count = fields.filter((field) => field.required).length
  if (count > maxRequired) found.push(advice('fields', words('tooManyRequired', { count })))
  for (const [index, { label, question, sensitive, condition }] of fields.entries()) {
    const name = nameOf(fields, index)
    const asked = `${label} ${question}`
    if (secret.test(asked)) found.push(advice('fields', words('neverAsk', { name }), index))
    else if (!sensitive && delicate.test(asked)) {
      found.push(advice('fields', words('sensitiveAsk', { name }), index))
    }
    const at = fields.findIndex(({ key }) => key === condition.fieldKey)
    if (condition.fieldKey !== '' && at > index && !isInCircle(index)) {
      const other = fields[at]?.label ?? ''
      found.push(advice('fields', words('laterCondition', { name, other }), index))
    }
  }
  return found
}
