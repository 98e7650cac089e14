import { createJobSchema } from '@errand/contract/jobs'
import { set, type FieldErrors, type Resolver } from 'react-hook-form'

import { toJobInput, type JobFormValues } from './job-form-values.ts'

type Refusal = NonNullable<ReturnType<typeof createJobSchema.safeParse>['error']>
type Issue = Refusal['issues'][number]

/** Checks the form by the contract's own schema, before anything is sent. */
export const jobResolver: Resolver<JobFormValues> = (values) => {
  const parsed = createJobSchema.safeParse(toJobInput(values))
  if (parsed.success) return { values, errors: {} }
  const errors: FieldErrors<JobFormValues> = {}
  for (const issue of parsed.error.issues) {
    set(errors, pathOf(issue), { type: issue.code, message: sentence(issue) })
  }
  return { values: {}, errors }
}

/** An error of the list itself is shown with its first option. */
function pathOf({ path }: Issue): string {
  const names = path.map(String)
  return names.at(-1) === 'options' ? [...names, '0', 'label'].join('.') : names.join('.')
}

const whenEmpty: Record<string, string> = {
  name: 'Give the job a name.',
  label: 'Say what this is.',
  key: 'Enter a key.',
  value: 'Say what can be chosen.',
}

function sentence(issue: Issue): string {
  if (issue.code === 'too_big') return `At most ${issue.maximum} characters.`
  if (issue.code === 'too_small') return whenEmpty[String(issue.path.at(-1))] ?? 'This is needed.'
  return issue.message
}
