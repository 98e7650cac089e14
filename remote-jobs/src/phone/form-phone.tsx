import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { Phone, type PhoneProps } from './phone.tsx'

/** The test phone beside the form, for the job as it is in the form. */
export function FormPhone(props: Pick<PhoneProps, 'chat' | 'onKeep'>) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const [name, fields] = useWatch({ control, name: ['name', 'fields'] })
  return (
    <Phone
      {...props}
      jobName={name.trim() || say('yourJob')}
      fields={fields}
      hint={say('phoneHint')}
    />
  )
}
