import { isChoice, jobFieldTypes } from '@errand/contract/job-field'
import { Checkbox, FieldRow, SelectField, TextField } from '@errand/shared-ui'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'

import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { ConditionEditor } from './condition-editor.tsx'
import styles from './field-editor.module.css'
import { LimitsEditor } from './limits-editor.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { useKeyFromLabel } from './use-key-from-label.ts'
import { useWords } from './words/words.ts'

/** One answer: what it is, how it is called in exports, what it looks like, how to ask for it. */
export function FieldEditor({ index }: { index: number }) {
  const say = useWords()
  const { register, control, getValues } = useFormContext<JobFormValues>()
  const errors = useFormState<JobFormValues>({ name: `fields.${index}` }).errors.fields?.[index]
  const type = useWatch({ control, name: `fields.${index}.type` })
  const followLabel = useKeyFromLabel(index)
  const [isMoreOpen, setIsMoreOpen] = useState(
    () => hasLimits(getValues(`fields.${index}`)) || errors?.limits !== undefined,
  )
  return (
    <div className={styles['editor']}>
      <FieldRow>
        <TextField
          label={say('label')}
          error={errors?.label?.message}
          {...register(`fields.${index}.label`, { onChange: followLabel })}
        />
        <SelectField
          label={say('type')}
          error={errors?.type?.message}
          {...register(`fields.${index}.type`)}
        >
          {jobFieldTypes.map((value) => (
            <option key={value} value={value}>
              {say(`${value}_type`)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
      <TextField
        label={say('question')}
        hint={say('questionHint')}
        error={errors?.question?.message}
        {...register(`fields.${index}.question`)}
      />
      {isChoice(type) && <OptionsEditor field={index} />}
      <div className={styles['marks']}>
        <Checkbox
          label={say('required')}
          hint={say('requiredHint')}
          {...register(`fields.${index}.required`)}
        />
        <Checkbox
          label={say('sensitive')}
          hint={say('sensitiveHint')}
          {...register(`fields.${index}.sensitive`)}
        />
      </div>
      <FieldRow>
        <KeyField index={index} error={errors?.key?.message} />
        <TextField
          label={say('example')}
          error={errors?.example?.message}
          {...register(`fields.${index}.example`)}
        />
      </FieldRow>
      <TextField
        label={say('help')}
        hint={say('helpHint')}
        error={errors?.help?.message}
        {...register(`fields.${index}.help`)}
      />
      <details className={styles['more']} open={isMoreOpen}>
        <summary
          onClick={(event) => {
            event.preventDefault()
            setIsMoreOpen(!isMoreOpen)
          }}
        >
          {say('more')}
        </summary>
        {/* Few fields need it, and a condition looks at all fields with every key. */}
        {isMoreOpen && (
          <div>
            <LimitsEditor index={index} type={type} />
            <ConditionEditor index={index} />
          </div>
        )}
      </details>
    </div>
  )
}

function KeyField({ index, error }: { index: number; error: string | undefined }) {
  const say = useWords()
  const { register, setValue } = useFormContext<JobFormValues>()
  return (
    <TextField
      label={say('key')}
      hint={say('keyHint')}
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

/** Whether there is something to see among what few fields need. */
const hasLimits = ({ limits, condition }: FieldValues): boolean =>
  condition.fieldKey !== '' || Object.values(limits).some((limit) => limit.length > 0)
