import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { words } from '../job-draft/words/words.ts'

const textParts = [
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
  'notUnderstoodMessage',
  'handoffMessage',
] as const

const otherParts = ['trigger', 'answerOnly', 'behaviour', 'handoff'] as const

/** One difference between two states of a job, as texts. */
export interface JobChange {
  /** The name of a part of the job, or of a field. */
  name: string
  before: string
  after: string
}

/** All differences between two states of a job. */
export function jobChanges(before: JobFormValues, after: JobFormValues): JobChange[] {
  const parts = [...textParts, ...otherParts].flatMap((part) => {
    const [old, now] = [describePart(part, before), describePart(part, after)]
    return old === now ? [] : [{ name: words(part), before: old, after: now }]
  })
  return [...parts, ...fieldChanges(before.fields, after.fields)]
}

function fieldChanges(before: readonly FieldValues[], after: readonly FieldValues[]): JobChange[] {
  // By id, which survives renaming; a field that was never saved has only its key.
  const idOf = ({ id, key }: FieldValues) => id || key
  const findSame = (all: readonly FieldValues[], field: FieldValues) =>
    all.find((other) => idOf(other) === idOf(field) || other.key === field.key)
  const changed = after.flatMap((field) => {
    const old = findSame(before, field)
    const [was, is] = [old === undefined ? '' : describeField(old), describeField(field)]
    return was === is ? [] : [{ name: fieldTitle(field), before: was, after: is }]
  })
  const removed = before
    .filter((field) => findSame(after, field) === undefined)
    .map((field) => ({ name: fieldTitle(field), before: describeField(field), after: '' }))
  const inBoth = (all: readonly FieldValues[], rest: readonly FieldValues[]) =>
    all.filter((field) => findSame(rest, field) !== undefined)
  const [was, is] = [inBoth(before, after), inBoth(after, before)]
  const joinNames = (fields: readonly FieldValues[]) => fields.map(labelOf).join(', ')
  const isSameOrder = is.every((field, at) => findSame(before, field) === was[at])
  const moved = isSameOrder
    ? []
    : [{ name: words('order'), before: joinNames(was), after: joinNames(is) }]
  return [...changed, ...removed, ...moved]
}

const labelOf = ({ label, key }: FieldValues): string => label || key
const fieldTitle = (field: FieldValues) => words('fieldNamed', { name: labelOf(field) })

/** A part of a job as text, in the words of the form. */
function describePart(part: keyof JobFormValues, job: JobFormValues): string {
  const value = job[part]
  if (part === 'guardrails') return job.guardrails.join('\n')
  if (typeof value === 'string') return part in choices ? choiceLabel(value) : value
  if (part === 'answerOnly') return yesOrNo(job.answerOnly)
  if (part === 'trigger') return describeTrigger(job.trigger)
  if (part === 'behaviour') return describeBehaviour(job.behaviour)
  return part === 'handoff' ? describeHandoff(job.handoff) : ''
}

const choices = { tone: true, color: true }
const choiceLabel = (choice: string) => words(choice as 'friendly')
const yesOrNo = (is: boolean) => words(is ? 'yes' : 'no')

type Line = [name: string, value: string]

/** Empty lines are left out. */
const lines = (all: readonly Line[]): string =>
  all
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const describeTrigger = ({ type, keywords, match, code }: JobFormValues['trigger']): string =>
  lines([
    [words('triggerType'), words(type)],
    [words('keywords'), type === 'keyword' ? keywords.join(', ') : ''],
    [words('match'), type === 'keyword' ? words(match) : ''],
    [words('code'), type === 'link' ? code : ''],
  ])

const describeBehaviour = (behaviour: JobFormValues['behaviour']): string =>
  lines([
    [words('askOneAtATime'), yesOrNo(behaviour.askOneAtATime)],
    [words('confirmAtEnd'), yesOrNo(behaviour.confirmAtEnd)],
    [words('maxTurns'), `${behaviour.maxTurns}`],
    [words('maxFieldAttempts'), `${behaviour.maxFieldAttempts}`],
    [words('idleClose'), `${behaviour.idleCloseMinutes}`],
    [words('bookingMinutes'), `${behaviour.booking?.minutes ?? ''}`],
    [words('bookingCapacity'), `${behaviour.booking?.capacity ?? ''}`],
    [words('notifyOwner'), yesOrNo(behaviour.onComplete.notifyOwner)],
    [words('emails'), behaviour.onComplete.email.join(', ')],
    [words('webhookUrl'), behaviour.onComplete.webhookUrl],
  ])

const describeHandoff = (handoff: JobFormValues['handoff']): string =>
  lines([
    [words('onLowConfidence'), yesOrNo(handoff.onLowConfidence)],
    [words('onAngry'), yesOrNo(handoff.onAngry)],
    [words('handoffKeywords'), handoff.keywords.join(', ')],
  ])

const limitNames = [
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'patternMessage',
  'minDate',
  'maxDate',
  'currency',
  'maxMegabytes',
] as const

/** A field as text, one line for each property. */
function describeField(field: FieldValues): string {
  const { type, options, limits } = field
  const isChoice = type === 'select' || type === 'multi_select'
  return lines([
    [words('label'), field.label],
    [words('type'), words(`${type}_type`)],
    [words('required'), yesOrNo(field.required)],
    [words('sensitive'), field.sensitive ? yesOrNo(true) : ''],
    [words('question'), field.question],
    [words('key'), field.key],
    [words('help'), field.help],
    [words('example'), field.example],
    [words('options'), isChoice ? options.map(describeOption).join(', ') : ''],
    [words('dates'), limits.dates === '' ? '' : words(`${limits.dates}_dates`)],
    ...limitNames.map((name): Line => [words(name), limits[name]]),
    [words('mimeTypes'), limits.mimeTypes.join(', ')],
    [words('condition'), describeCondition(field.condition)],
  ])
}

const describeOption = ({ label, synonyms }: FieldValues['options'][number]): string =>
  synonyms.length === 0 ? label : `${label} (${synonyms.join(', ')})`

function describeCondition({ fieldKey, op, value, values }: FieldValues['condition']): string {
  if (fieldKey === '') return ''
  const meant = op === 'in' ? values.join(', ') : op === 'answered' ? '' : value
  return [fieldKey, words(op), meant].filter((part) => part !== '').join(' ')
}
