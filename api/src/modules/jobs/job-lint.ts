import type { JobField } from '@errand/contract/job-field'
import { findJobProblems, type JobProblem, type JobRule } from '@errand/contract/job-problems'
import type { FieldProblem } from '@errand/contract/problem'

import { toPointer } from '../../platform/http/issues.ts'
import { compilePattern } from '../answers/read-text.ts'
import type { Draft } from './job-row.ts'

/** The reasons why a job cannot be published; empty if it can. */
export function lintJob(job: Draft): FieldProblem[] {
  return [...findJobProblems(job).map(toRefusal), ...job.fields.flatMap(lintApiOnlyRules)]
}

const refusals: Record<JobRule, Omit<FieldProblem, 'pointer'>> = {
  needsName: { code: 'required', detail: 'Give the job a name.' },
  needsInstructions: { code: 'required', detail: 'Say what the assistant should do.' },
  needsFields: {
    code: 'min_items',
    detail: 'Add a field, or let the job only answer questions.',
    params: { min: 1 },
  },
  needsKeywords: { code: 'required', detail: 'Add a keyword that starts the job.' },
  needsCode: { code: 'required', detail: 'Enter the prefilled message of the link.' },
  duplicateKey: { code: 'duplicate', detail: 'Another field already has this key.' },
  unknownCondition: { code: 'unknown_field', detail: 'No field has this key.' },
  circularCondition: {
    code: 'circular',
    detail: 'The condition depends on this very field, so it would never be asked.',
  },
  valueMissing: { code: 'required', detail: 'Choose a value for the condition.' },
  fewOptions: {
    code: 'min_items',
    detail: 'A choice needs at least two options.',
    params: { min: 2 },
  },
  doubleOption: { code: 'duplicate', detail: '“{word}” is used for two options.' },
  outOfOrder: { code: 'out_of_order', detail: 'The maximum must not be below the minimum.' },
}

function toRefusal({ rule, path, word = '' }: JobProblem): FieldProblem {
  const { detail, ...refusal } = refusals[rule]
  return { pointer: toPointer(path), ...refusal, detail: detail.replace('{word}', () => word) }
}

/** Rules that only a direct call of the api can break: the page's form cannot produce such values. */
function lintApiOnlyRules({ condition, validation }: JobField, index: number): FieldProblem[] {
  const found: FieldProblem[] = []
  const add = (path: string[], code: string, detail: string) =>
    found.push({ pointer: toPointer(['fields', index, ...path]), code, detail })
  if (condition?.op === 'in' && !Array.isArray(condition.value)) {
    add(['condition', 'value'], 'wrong_type', 'Must be a list of values.')
  }
  const pattern = validation?.pattern
  if (pattern !== undefined && compilePattern(pattern) === undefined) {
    const detail =
      'Not a pattern that can be used: look-around, back-references and huge counts cannot.'
    add(['validation', 'pattern'], 'invalid_pattern', detail)
  }
  return found
}
