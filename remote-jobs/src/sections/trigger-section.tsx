import { Card, RadioCard, RadioCards, SelectField, TextField } from '@errand/shared-ui'
import { memo } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'

import { ChipsField } from '../inputs/chips-field.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { EntryLink } from './entry-link.tsx'
import { useWords } from './words/words.ts'

const types = [
  ['default', 'defaultHint'],
  ['keyword', 'keywordHint'],
  ['link', 'linkHint'],
] as const
const matches = ['contains', 'exact', 'starts_with'] as const

/** When a chat begins with the job. */
export const TriggerSection = memo(function TriggerSection() {
  const say = useWords()
  const { register, control } = useFormContext<JobFormValues>()
  const [type, code] = useWatch({ control, name: ['trigger.type', 'trigger.code'] })
  const errors = useFormState<JobFormValues>({ name: 'trigger' }).errors.trigger
  return (
    <Card title={say('trigger')} description={say('triggerHint')}>
      <RadioCards legend={say('triggerType')} error={errors?.type?.message}>
        {types.map(([value, hint]) => (
          <RadioCard
            key={value}
            value={value}
            label={say(value)}
            description={say(hint)}
            {...register('trigger.type')}
          />
        ))}
      </RadioCards>
      {type === 'keyword' && (
        <>
          <ChipsField
            name="trigger.keywords"
            label={say('keywords')}
            hint={say('keywordsHint')}
            limit={20}
            maxLength={60}
          />
          <SelectField
            label={say('match')}
            error={errors?.match?.message}
            {...register('trigger.match')}
          >
            {matches.map((match) => (
              <option key={match} value={match}>
                {say(match)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {type === 'link' && (
        <>
          <TextField
            label={say('code')}
            hint={say('codeHint')}
            maxLength={60}
            error={errors?.code?.message}
            {...register('trigger.code')}
          />
          <EntryLink code={code} />
        </>
      )}
    </Card>
  )
})
