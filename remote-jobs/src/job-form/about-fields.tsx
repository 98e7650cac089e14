import { Card, SelectField, TextArea, TextField } from '@errand/shared-ui'
import { useFormContext } from 'react-hook-form'

import type { JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'

const languages = [
  ['auto', "The customer's language"],
  ['en', 'English'],
  ['hi', 'Hindi'],
  ['mr', 'Marathi'],
  ['ta', 'Tamil'],
  ['te', 'Telugu'],
  ['bn', 'Bengali'],
  ['ar', 'Arabic'],
] as const

const instructionsLimit = 8000

/** What the job is and what the assistant should do. */
export function AboutFields() {
  const { register, formState, getValues } = useFormContext<JobFormValues>()
  const { errors } = formState
  const language = getValues('language')
  const isListed = languages.some(([code]) => code === language)
  return (
    <Card title="About">
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Description"
        hint="Only you see this."
        error={errors.description?.message}
        {...register('description')}
      />
      <TextArea
        label="Instructions"
        rows={8}
        maxLength={instructionsLimit}
        defaultValue={getValues('instructions')}
        hint="What should the assistant do, and what must it never say?"
        error={errors.instructions?.message}
        {...register('instructions')}
      />
      <div className={styles['row']}>
        <SelectField label="Status" error={errors.status?.message} {...register('status')}>
          <option value="draft">Draft</option>
          <option value="active">Active</option>
          <option value="paused">Paused</option>
        </SelectField>
        <SelectField label="Language" error={errors.language?.message} {...register('language')}>
          {languages.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
          {!isListed && <option value={language}>{language}</option>}
        </SelectField>
        <SelectField label="Tone" error={errors.tone?.message} {...register('tone')}>
          <option value="friendly">Friendly</option>
          <option value="formal">Formal</option>
          <option value="brief">Brief</option>
        </SelectField>
      </div>
    </Card>
  )
}
