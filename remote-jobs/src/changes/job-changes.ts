import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { describeField, describePart } from './describe.ts'

const texts = [
  'name',
  'description',
  'language',
  'tone',
  'color',
  'instructions',
  'guardrails',
  'greeting',
  'completionMessage',
  'fallbackMessage',
  'handoffMessage',
] as const

const others = ['trigger', 'answerOnly', 'behaviour', 'handoff'] as const

type Part = (typeof texts)[number] | (typeof others)[number] | 'order'

/** One thing that differs between two states of a job, both as texts. */
export interface JobChange {
  /** A part of the job, or a field by its name. */
  about: { part: Part } | { field: string }
  before: string
  after: string
}

/** What differs between two states of a job. */
export function jobChanges(before: JobFormValues, after: JobFormValues): JobChange[] {
  const parts = [...texts, ...others].flatMap((part) => {
    const [old, now] = [describePart(part, before), describePart(part, after)]
    return old === now ? [] : [{ about: { part }, before: old, after: now }]
  })
  return [...parts, ...fieldChanges(before.fields, after.fields)]
}

function fieldChanges(before: readonly FieldValues[], after: readonly FieldValues[]): JobChange[] {
  // By what stays when a field is renamed; a field that was never saved has its key only.
  const idOf = ({ id, key }: FieldValues) => id || key
  const find = (all: readonly FieldValues[], field: FieldValues) =>
    all.find((other) => idOf(other) === idOf(field) || other.key === field.key)
  const changed = after.flatMap((field) => {
    const old = find(before, field)
    const [was, is] = [old === undefined ? '' : describeField(old), describeField(field)]
    return was === is ? [] : [{ about: { field: nameOf(field) }, before: was, after: is }]
  })
  const removed = before
    .filter((field) => find(after, field) === undefined)
    .map((field) => ({ about: { field: nameOf(field) }, before: describeField(field), after: '' }))
  const inBoth = (all: readonly FieldValues[], rest: readonly FieldValues[]) =>
    all.filter((field) => find(rest, field) !== undefined)
  const [was, is] = [inBoth(before, after), inBoth(after, before)]
  const inWords = (fields: readonly FieldValues[]) => fields.map(nameOf).join(', ')
  const isSameOrder = is.every((field, at) => find(before, field) === was[at])
  const moved = isSameOrder
    ? []
    : [{ about: { part: 'order' as const }, before: inWords(was), after: inWords(is) }]
  return [...changed, ...removed, ...moved]
}

const nameOf = ({ label, key }: FieldValues): string => label || key
