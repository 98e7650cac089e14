import { isChoice, type JobFieldInput } from './job-field.ts'
import type { JobContent } from './jobs.ts'
import { fold, hasVisibleText } from './visible-text.ts'

/** The reasons why a job cannot be published. */
export type JobRule =
  | 'needsName'
  | 'needsInstructions'
  | 'needsFields'
  | 'needsKeywords'
  | 'needsCode'
  | 'duplicateKey'
  | 'unknownCondition'
  | 'circularCondition'
  | 'valueMissing'
  | 'fewOptions'
  | 'doubleOption'
  | 'outOfOrder'

/** A problem that prevents publishing a job; pages have the text for each rule. */
export interface JobProblem {
  rule: JobRule
  /** Its path in the job: `fields`, `2`, `key`. */
  path: readonly (string | number)[]
  /** Of `doubleOption`: the word that stands for two options. */
  word?: string
}

type Rules = Pick<JobContent, 'name' | 'instructions' | 'answerOnly' | 'trigger'>

/** All problems that prevent publishing a job, also in half-written fields; empty when it can be published. */
export function findJobProblems(job: Rules & { fields: readonly JobFieldInput[] }): JobProblem[] {
  const { type, keywords = [], code = '' } = job.trigger
  const isWordless = type === 'keyword' && keywords.every((word) => word.trim() === '')
  const isCodeless = type === 'link' && code.trim() === ''
  return [
    ...problemIf(!hasVisibleText(job.name), 'needsName', 'name'),
    ...problemIf(job.instructions.trim() === '', 'needsInstructions', 'instructions'),
    ...problemIf(job.fields.length === 0 && !job.answerOnly, 'needsFields', 'fields'),
    ...problemIf(isWordless, 'needsKeywords', 'trigger', 'keywords'),
    ...problemIf(isCodeless, 'needsCode', 'trigger', 'code'),
    ...findFieldProblems(job.fields),
  ]
}

/** The problems of a job's fields. */
export function findFieldProblems(fields: readonly JobFieldInput[]): JobProblem[] {
  return fields.flatMap((field, index) => {
    const { key } = field
    const isDouble = key !== '' && fields.findIndex((other) => other.key === key) !== index
    const found = [
      ...problemIf(isDouble, 'duplicateKey', 'key'),
      ...lintCondition(field, fields),
      ...lintOptions(field),
      ...lintLimits(field),
    ]
    return found.map((problem) => ({ ...problem, path: ['fields', index, ...problem.path] }))
  })
}

const problemIf = (isSo: boolean, rule: JobRule, ...path: string[]): JobProblem[] =>
  isSo ? [{ rule, path }] : []

function lintCondition(
  { key, condition }: JobFieldInput,
  fields: readonly JobFieldInput[],
): JobProblem[] {
  if (condition === undefined) return []
  const { fieldKey, op, value } = condition
  const other = fields.find((one) => one.key === fieldKey)
  if (other === undefined) return problemIf(true, 'unknownCondition', 'condition', 'fieldKey')
  const isCircular = dependsOn(key, fieldKey, fields)
  if (isCircular) return problemIf(true, 'circularCondition', 'condition', 'fieldKey')
  const isMissing = op !== 'answered' && ![value].flat().some((one) => canAnswerBe(other, one))
  return problemIf(isMissing, 'valueMissing', 'condition', 'value')
}

/** Whether a field's condition depends on another field, directly or through others. */
function dependsOn(wanted: string, start: string, fields: readonly JobFieldInput[]): boolean {
  const seen = new Set<string>()
  let key: string | undefined = start
  while (key !== undefined && !seen.has(key)) {
    if (key === wanted) return true
    seen.add(key)
    key = fields.find((field) => field.key === key)?.condition?.fieldKey
  }
  return false
}

/** Whether the field can have this answer: a choice only one of its options. */
function canAnswerBe({ type, options = [] }: JobFieldInput, wanted: unknown): boolean {
  if (wanted === undefined || wanted === null || wanted === '') return false
  const text = typeof wanted === 'string' ? wanted : JSON.stringify(wanted)
  return !isChoice(type) || options.some(({ value }) => value === text)
}

/** One word must not stand for two options, as an answer with it would be ambiguous. */
function lintOptions({ type, options = [] }: JobFieldInput): JobProblem[] {
  if (!isChoice(type)) return []
  const isFilled = options.map(({ label }) => hasVisibleText(label))
  const found = problemIf(isFilled.filter(Boolean).length < 2, 'fewOptions', 'options')
  const meant = new Map<string, number>()
  for (const [index, { value, label, synonyms = [] }] of options.entries()) {
    if (isFilled[index] !== true) continue
    for (const word of new Set([value, label, ...synonyms].map(fold))) {
      if (word !== '' && meant.has(word)) {
        found.push({ rule: 'doubleOption', path: ['options', index], word })
      }
      meant.set(word, index)
    }
  }
  return found
}

function lintLimits({ validation = {} }: JobFieldInput): JobProblem[] {
  const { min, max, minLength, maxLength, minDate, maxDate } = validation
  return [
    ...problemIf(isReversed(min, max), 'outOfOrder', 'validation', 'max'),
    ...problemIf(isReversed(minLength, maxLength), 'outOfOrder', 'validation', 'maxLength'),
    ...problemIf(isReversed(minDate, maxDate), 'outOfOrder', 'validation', 'maxDate'),
  ]
}

const isReversed = <T extends number | string>(low: T | undefined, high: T | undefined): boolean =>
  low !== undefined && high !== undefined && low > high
