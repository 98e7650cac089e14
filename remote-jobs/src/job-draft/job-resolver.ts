import { createJobSchema } from '@errand/contract/jobs'
import { set, type FieldErrors, type Resolver } from 'react-hook-form'

import { toJobInput, type JobFormValues } from './job-values.ts'
import { words } from './words/words.ts'

type ValidationError = NonNullable<ReturnType<typeof createJobSchema.safeParse>['error']>
type Issue = ValidationError['issues'][number]

/** Validates the form by the contract's own schema before anything is sent. */
export const jobResolver: Resolver<JobFormValues> = (values) => {
  const parsed = createJobSchema.safeParse(toJobInput(values))
  if (parsed.success) return { values, errors: {} }
  const errors: FieldErrors<JobFormValues> = {}
  for (const issue of parsed.error.issues) {
    set(errors, toFormPath(issue.path), { type: issue.code, message: issueMessage(issue) })
  }
  return { values: {}, errors }
}

/** The form field that shows an error at this path of the contract. */
export function toFormPath(path: readonly PropertyKey[]): string {
  const names = path.map(String)
  // An error of the list itself is shown at its first option.
  if (names.at(-1) === 'options') return [...names, '0', 'label'].join('.')
  const joined = names.join('.')
  return joined
    .replace(/^(fields\.\d+)\.validation\.maxBytes/, '$1.limits.maxMegabytes')
    .replace(/^(fields\.\d+)\.validation/, '$1.limits')
    .replace(/^(fields\.\d+\.condition\.value)\.\d+$/, '$1')
    .replace(
      /^(guardrails|trigger\.keywords|handoff\.keywords|behaviour\.onComplete\.email)\.\d+$/,
      '$1',
    )
    .replace(/^(fields\.\d+\.options\.\d+)$/, '$1.label')
}

const emptyMessages = {
  name: 'needsName',
  label: 'needsLabel',
  key: 'needsKey',
  value: 'needsOption',
} as const
const invalidMessages = { key: 'badKey', options: 'atLeastTwo' } as const

const isKeyOf = <Names extends object>(name: string, names: Names): name is keyof Names & string =>
  name in names

function issueMessage(issue: Issue): string {
  const name = String(issue.path.at(-1))
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    return issue.origin === 'string' ? words('tooLong', { max }) : words('atMost', { max })
  }
  if (issue.code === 'too_small') {
    if (isKeyOf(name, emptyMessages)) return words(emptyMessages[name])
    return issue.origin === 'string'
      ? words('needed')
      : words('atLeast', { min: Number(issue.minimum) })
  }
  if (issue.path[0] === 'behaviour' && name === 'webhookUrl') return words('webAddress')
  if (issue.path.includes('email')) return words('emailAddresses')
  if (issue.code === 'invalid_type' && issue.expected === 'number') return words('number')
  if (issue.code === 'invalid_type' && issue.expected === 'int') return words('wholeNumber')
  return isKeyOf(name, invalidMessages) ? words(invalidMessages[name]) : issue.message
}
