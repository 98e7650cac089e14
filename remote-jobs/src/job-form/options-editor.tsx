import { Button, TextField } from '@errand/shared-ui'
import { Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { fieldKey } from './field-key.ts'
import { emptyOption, type JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'

const limit = 30

/** What a customer can choose from. */
export function OptionsEditor({ field }: { field: number }) {
  const { register, control, formState, getValues, setValue } = useFormContext<JobFormValues>()
  const name = `fields.${field}.options` as const
  const { fields: options, append, remove } = useFieldArray({ control, name, keyName: 'rowId' })
  const errors = formState.errors.fields?.[field]?.options

  const followLabel = (index: number) => {
    const all = getValues(name)
    if (all[index]?.isValueFromLabel !== true) return
    const taken = all.filter((_other, at) => at !== index).map(({ value }) => value)
    const label = all[index]?.label ?? ''
    setValue(`${name}.${index}.value`, label === '' ? '' : fieldKey(label, taken))
  }
  return (
    <div className={styles['options']} role="group" aria-label="Options">
      {options.map(({ rowId }, index) => (
        <div key={rowId} className={styles['option']}>
          <TextField
            label={`Option ${index + 1}`}
            error={errors?.[index]?.label?.message ?? errors?.[index]?.value?.message}
            {...register(`${name}.${index}.label`, { onChange: () => followLabel(index) })}
          />
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 size={16} aria-hidden />}
            aria-label={`Remove option ${index + 1}`}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div>
        <Button size="small" disabled={options.length >= limit} onClick={() => append(emptyOption)}>
          Add option
        </Button>
      </div>
    </div>
  )
}
