import { jobColors } from '@errand/contract/jobs'
import { Card, FieldRow, SelectField, TextField, useSettings } from '@errand/shared-ui'
import { memo, useMemo } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from './words/words.ts'

const languages = [
  'en',
  'hi',
  'mr',
  'ta',
  'te',
  'bn',
  'gu',
  'kn',
  'ml',
  'pa',
  'ur',
  'ar',
  'es',
  'fr',
  'de',
  'pt',
  'id',
]
const texts = ['name', 'description', 'language', 'tone', 'color'] as const
const tones = ['friendly', 'formal', 'brief'] as const

/** What the job is. */
export const AboutSection = memo(function AboutSection() {
  const say = useWords()
  const { locale } = useSettings()
  const { register, getValues } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: texts })
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const listed = new Set([...languages, getValues('language')])
  listed.delete('auto')
  return (
    <Card title={say('about')}>
      <TextField label={say('name')} error={errors.name?.message} {...register('name')} />
      <TextField
        label={say('description')}
        hint={say('onlyYou')}
        error={errors.description?.message}
        {...register('description')}
      />
      <FieldRow>
        <SelectField
          label={say('language')}
          error={errors.language?.message}
          {...register('language')}
        >
          <option value="auto">{say('customersLanguage')}</option>
          {[...listed].map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </SelectField>
        <SelectField label={say('tone')} error={errors.tone?.message} {...register('tone')}>
          {tones.map((tone) => (
            <option key={tone} value={tone}>
              {say(tone)}
            </option>
          ))}
        </SelectField>
        <SelectField label={say('color')} error={errors.color?.message} {...register('color')}>
          {jobColors.map((color) => (
            <option key={color} value={color}>
              {say(color)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
    </Card>
  )
})
