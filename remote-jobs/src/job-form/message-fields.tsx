import { TextArea } from '@errand/shared-ui'
import { useFormContext } from 'react-hook-form'

import type { JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'

const limit = 1000

const messages = [
  ['greeting', 'Greeting', 'The first thing a customer reads.'],
  ['completionMessage', 'When all is answered', 'Thanks, and what happens next.'],
  ['fallbackMessage', 'When it does not understand', 'What it says instead of guessing.'],
  ['handoffMessage', 'When you take over', 'Tells the customer that a person answers now.'],
] as const

/** Fixed texts; without them the assistant finds its own words. */
export function MessageFields() {
  const { register, formState, getValues } = useFormContext<JobFormValues>()
  return (
    <details className={styles['messages']}>
      <summary>Fixed messages</summary>
      <div>
        {messages.map(([name, label, hint]) => (
          <TextArea
            key={name}
            maxLength={limit}
            defaultValue={getValues(name)}
            {...{ label, hint }}
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
    </details>
  )
}
