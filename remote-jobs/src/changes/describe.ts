import { words as fieldWords } from '../fields/words/words.ts'
import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { words as sectionWords } from '../sections/words/words.ts'

/** The texts of a job as they are, and its other parts by the words that the form has for them. */
export function describePart(part: keyof JobFormValues, job: JobFormValues): string {
  const value = job[part]
  if (part === 'guardrails') return job.guardrails.join('\n')
  if (typeof value === 'string') return part in choices ? nameOf(value) : value
  if (part === 'answerOnly') return yesOrNo(job.answerOnly)
  if (part === 'trigger') return describeTrigger(job.trigger)
  if (part === 'behaviour') return describeBehaviour(job.behaviour)
  return part === 'handoff' ? describeHandoff(job.handoff) : ''
}

const choices = { tone: true, color: true }
const nameOf = (choice: string) => sectionWords(choice as 'friendly')
const yesOrNo = (is: boolean) => fieldWords(is ? 'yes' : 'no')

type Line = [name: string, value: string]

/** What is empty is left out. */
const lines = (all: readonly Line[]): string =>
  all
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const describeTrigger = ({ type, keywords, match, code }: JobFormValues['trigger']): string =>
  lines([
    [sectionWords('triggerType'), sectionWords(type)],
    [sectionWords('keywords'), type === 'keyword' ? keywords.join(', ') : ''],
    [sectionWords('match'), type === 'keyword' ? sectionWords(match) : ''],
    [sectionWords('code'), type === 'link' ? code : ''],
  ])

const describeBehaviour = (behaviour: JobFormValues['behaviour']): string =>
  lines([
    [sectionWords('askOneAtATime'), yesOrNo(behaviour.askOneAtATime)],
    [sectionWords('confirmAtEnd'), yesOrNo(behaviour.confirmAtEnd)],
    [sectionWords('maxTurns'), `${behaviour.maxTurns}`],
    [sectionWords('maxFieldAttempts'), `${behaviour.maxFieldAttempts}`],
    [sectionWords('idleClose'), `${behaviour.idleCloseMinutes}`],
    [sectionWords('notifyOwner'), yesOrNo(behaviour.onComplete.notifyOwner)],
    [sectionWords('emails'), behaviour.onComplete.email.join(', ')],
    [sectionWords('webhookUrl'), behaviour.onComplete.webhookUrl],
  ])

const describeHandoff = (handoff: JobFormValues['handoff']): string =>
  lines([
    [sectionWords('onLowConfidence'), yesOrNo(handoff.onLowConfidence)],
    [sectionWords('onAngry'), yesOrNo(handoff.onAngry)],
    [sectionWords('handoffKeywords'), handoff.keywords.join(', ')],
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

/** All of a field, a line for each thing. */
export function describeField(field: FieldValues): string {
  const { type, options, limits } = field
  const isChoice = type === 'select' || type === 'multi_select'
  return lines([
    [fieldWords('label'), field.label],
    [fieldWords('type'), fieldWords(`${type}_type`)],
    [fieldWords('required'), yesOrNo(field.required)],
    [fieldWords('sensitive'), field.sensitive ? yesOrNo(true) : ''],
    [fieldWords('question'), field.question],
    [fieldWords('key'), field.key],
    [fieldWords('help'), field.help],
    [fieldWords('example'), field.example],
    [fieldWords('options'), isChoice ? options.map(describeOption).join(', ') : ''],
    ...limitNames.map((name): Line => [fieldWords(name), limits[name]]),
    [fieldWords('mimeTypes'), limits.mimeTypes.join(', ')],
    [fieldWords('condition'), describeCondition(field.condition)],
  ])
}

const describeOption = ({ label, synonyms }: FieldValues['options'][number]): string =>
  synonyms.length === 0 ? label : `${label} (${synonyms.join(', ')})`

function describeCondition({ fieldKey, op, value, values }: FieldValues['condition']): string {
  if (fieldKey === '') return ''
  const meant = op === 'in' ? values.join(', ') : op === 'answered' ? '' : value
  return [fieldKey, fieldWords(op), meant].filter((part) => part !== '').join(' ')
}
