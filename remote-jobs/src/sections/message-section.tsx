import { Card, TextArea } from '@errand/shared-ui'
import { memo } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from './words/words.ts'

const limit = 1000

const messages = [
  ['greeting', 'greetingHint'],
  ['completionMessage', 'completionMessageHint'],
  ['fallbackMessage', 'fallbackMessageHint'],
  ['handoffMessage', 'handoffMessageHint'],
] as const
const names = messages.map(([name]) => name)

/** Fixed texts; without them the assistant finds its own words. */
export const MessageSection = memo(function MessageSection() {
  const say = useWords()
  const { register, getValues } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: names })
  return (
    <Card title={say('messages')} description={say('messagesHint')}>
      {messages.map(([name, hint]) => (
        <TextArea
          key={name}
          rows={2}
          maxLength={limit}
          defaultValue={getValues(name)}
          label={say(name)}
          hint={say(hint)}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </Card>
  )
})
