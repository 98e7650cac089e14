import type { JobField } from '@errand/contract/job-field'
import { isChoice } from '@errand/contract/job-field'

import type { FieldProblem } from '@errand/contract/problem'
import { hasVisibleText } from '@errand/contract/visible-text'

import { compilePattern } from '../answers/read-text.ts'
import { fold } from '../answers/reading.ts'
import { toPointer } from '../../platform/http/issues.ts'
import type { Draft } from './job-row.ts'

/** What stands against publishing a job; nothing when chats may begin with it. */
export function lintJob(job: Draft): FieldProblem[] {
  const found = [...lintWhole(job), ...lintTrigger(job.trigger)]
  for (const [index, field] of job.fields.entries()) {
    const at = (...path: (string | number)[]) => toPointer(['fields', index, ...path])
    found.push(
      ...lintKey(job.fields, index, at),
      ...lintCondition(job.fields, field, at),
      ...lintOptions(field, at),
      ...lintLimits(field, at),
    )
  }
  return found
}

type At = (...path: (string | number)[]) => string

const problem = (pointer: string, code: string, detail: string): FieldProblem => ({
  pointer,
  code,
  detail,
})

function lintWhole({ name, instructions, fields, answerOnly }: Draft): FieldProblem[] {
  const found: FieldProblem[] = []
  if (!hasVisibleText(name)) found.push(problem('#/name', 'required', 'Give the job a name.'))
  if (instructions.trim() === '') {
    found.push(problem('#/instructions', 'required', 'Say what the assistant should do.'))
  }
  if (fields.length === 0 && !answerOnly) {
    const detail = 'Add a field to collect, or mark the job as one that only answers.'
    found.push({ ...problem('#/fields', 'min_items', detail), params: { min: 1 } })
  }
  return found
}

function lintTrigger({ type, keywords = [], code = '' }: Draft['trigger']): FieldProblem[] {
  if (type === 'keyword' && keywords.every((word) => word.trim() === '')) {
    return [problem('#/trigger/keywords', 'required', 'Name a word that starts the job.')]
  }
  if (type === 'link' && code.trim() === '') {
    return [problem('#/trigger/code', 'required', 'Name the text of the link.')]
  }
  return []
}

function lintKey(fields: JobField[], index: number, at: At): FieldProblem[] {
  const first = fields.findIndex(({ key }) => key === fields[index]?.key)
  if (first === index) return []
  return [problem(at('key'), 'duplicate', 'Another field has this key already.')]
}

function lintCondition(fields: JobField[], field: JobField, at: At): FieldProblem[] {
  const { condition } = field
  if (condition === undefined) return []
  const { fieldKey, op, value } = condition
  if (!fields.some(({ key }) => key === fieldKey)) {
    return [problem(at('condition', 'fieldKey'), 'unknown_field', 'No field has this key.')]
  }
  if (leadsBack(fields, field)) {
    const detail = 'The condition depends on this very field, so it would never be asked.'
    return [problem(at('condition', 'fieldKey'), 'circular', detail)]
  }
  if (op === 'in' && !Array.isArray(value)) {
    return [problem(at('condition', 'value'), 'wrong_type', 'Must be a list of values.')]
  }
  if ((op === 'eq' || op === 'ne') && (value === undefined || value === null)) {
    return [problem(at('condition', 'value'), 'required', 'Say which value is meant.')]
  }
  return []
}

/** Whether a field waits, over however many others, for its own answer. */
function leadsBack(fields: JobField[], start: JobField): boolean {
  const seen = new Set<string>()
  let field: JobField | undefined = start
  while (field?.condition !== undefined) {
    const { fieldKey }: { fieldKey: string } = field.condition
    if (fieldKey === start.key) return true
    if (seen.has(fieldKey)) return false
    seen.add(fieldKey)
    field = fields.find(({ key }) => key === fieldKey)
  }
  return false
}

/** One word must not stand for two options: whose answer would it be? */
function lintOptions({ type, options = [] }: JobField, at: At): FieldProblem[] {
  if (!isChoice(type)) return []
  if (options.length < 2) {
    const detail = 'A choice needs at least two options.'
    return [{ ...problem(at('options'), 'min_items', detail), params: { min: 2 } }]
  }
  const meant = new Map<string, number>()
  const found: FieldProblem[] = []
  for (const [index, { value, label, synonyms = [] }] of options.entries()) {
    for (const word of new Set([value, label, ...synonyms].map((text) => fold(text)))) {
      if (meant.has(word)) {
        found.push(problem(at('options', index), 'duplicate', `“${word}” stands for two options.`))
      }
      meant.set(word, index)
    }
  }
  return found
}

function lintLimits({ validation = {} }: JobField, at: At): FieldProblem[] {
  const { min, max, minLength, maxLength, minDate, maxDate, pattern } = validation
  const found: FieldProblem[] = []
  const order = 'The largest must not be below the smallest.'
  if (min !== undefined && max !== undefined && min > max) {
    found.push(problem(at('validation', 'max'), 'out_of_order', order))
  }
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    found.push(problem(at('validation', 'maxLength'), 'out_of_order', order))
  }
  if (minDate !== undefined && maxDate !== undefined && minDate > maxDate) {
    found.push(problem(at('validation', 'maxDate'), 'out_of_order', order))
  }
  if (pattern !== undefined && compilePattern(pattern) === undefined) {
    const detail =
      'Not a pattern that can be used: look-around, back-references and huge counts cannot.'
    found.push(problem(at('validation', 'pattern'), 'invalid_pattern', detail))
  }
  return found
}
