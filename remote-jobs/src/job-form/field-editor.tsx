import { isChoice, jobFieldTypes } from '@errand/contract/job-field'
import { Button, Checkbox, SelectField, TextField } from '@errand/shared-ui'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'

import { fieldKey } from './field-key.ts'
import { fieldTypeLabels } from './field-type-labels.ts'
import type { JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'
import { OptionsEditor } from './options-editor.tsx'

interface FieldEditorProps {
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

const icon = { size: 16, 'aria-hidden': true } as const

/** One answer: what it is, how it is called in exports, what it looks like, how to ask for it. */
export function FieldEditor({ index, isLast, onMove, onRemove }: FieldEditorProps) {
  const { register, formState, control } = useFormContext<JobFormValues>()
  const errors = formState.errors.fields?.[index]
  const { label, type } = useWatch({ control, name: `fields.${index}` })
  const followLabel = useKeyFromLabel(index)
  const name = `field ${index + 1}`
  return (
    <fieldset className={styles['field']}>
      <legend>
        Field {index + 1}
        {label !== '' && `: ${label}`}
      </legend>
      <div className={styles['row']}>
        <TextField
          label="Label"
          error={errors?.label?.message}
          {...register(`fields.${index}.label`, { onChange: followLabel })}
        />
        <SelectField
          label="Type"
          error={errors?.type?.message}
          {...register(`fields.${index}.type`)}
        >
          {jobFieldTypes.map((value) => (
            <option key={value} value={value}>
              {fieldTypeLabels[value]}
            </option>
          ))}
        </SelectField>
        <KeyField index={index} error={errors?.key?.message} />
      </div>
      <TextField
        label="Question"
        hint="How to ask; without it the assistant finds its own words."
        error={errors?.question?.message}
        {...register(`fields.${index}.question`)}
      />
      {isChoice(type) && <OptionsEditor field={index} />}
      <div className={styles['tools']}>
        <Checkbox label="Required" {...register(`fields.${index}.required`)} />
        <span>
          <Button
            size="small"
            variant="ghost"
            icon={<ArrowUp {...icon} />}
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <Button
            size="small"
            variant="ghost"
            icon={<ArrowDown {...icon} />}
            aria-label={`Move ${name} down`}
            disabled={isLast}
            onClick={() => onMove(index + 1)}
          />
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 {...icon} />}
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          />
        </span>
      </div>
    </fieldset>
  )
}

function KeyField({ index, error }: { index: number; error: string | undefined }) {
  const { register, setValue } = useFormContext<JobFormValues>()
  return (
    <TextField
      label="Key"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      {...register(`fields.${index}.key`, {
        onChange: () => setValue(`fields.${index}.isKeyFromLabel`, false),
      })}
    />
  )
}

/** Until somebody writes a key himself, it follows the label. */
function useKeyFromLabel(index: number): () => void {
  const { getValues, setValue } = useFormContext<JobFormValues>()
  return () => {
    const fields = getValues('fields')
    const field = fields[index]
    if (field === undefined || !field.isKeyFromLabel) return
    const taken = fields.filter((_other, at) => at !== index).map(({ key }) => key)
    const key = field.label === '' ? '' : fieldKey(field.label, taken)
    setValue(`fields.${index}.key`, key, { shouldDirty: true })
  }
}
