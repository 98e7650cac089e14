import { isChoice } from '@errand/contract/job-field'
import { Checkbox, FieldRow, SelectField, TextField } from '@errand/shared-ui'
import { useId } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { ChipInput } from '../inputs/list-inputs.tsx'
import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import styles from './field-editor.module.css'
import { useWords } from '../job-draft/words/words.ts'

const operators = ['answered', 'eq', 'ne', 'in'] as const

/** Whether a field is asked for, by the answer of another one. */
export function ConditionEditor({ index }: { index: number }) {
  const say = useWords()
  const { register, control, setValue } = useFormContext<JobFormValues>()
  const fields = useWatch({ control, name: 'fields' })
  const { fieldKey, op } = useWatch({ control, name: `fields.${index}.condition` })
  const others = fields.filter(({ key }, at) => at !== index && key !== '')
  const other = others.find(({ key }) => key === fieldKey)
  // A field that was removed meanwhile is still named, so that the advice about it makes sense.
  const isGone = fieldKey !== '' && other === undefined
  const name = `fields.${index}.condition` as const
  if (others.length === 0 && fieldKey === '') return null
  // What was meant of another field, or as another comparison, is never an answer of this one.
  const clear = () => {
    setValue(`${name}.value`, '', { shouldDirty: true })
    setValue(`${name}.values`, [], { shouldDirty: true })
  }
  return (
    <FieldRow>
      <SelectField label={say('condition')} {...register(`${name}.fieldKey`, { onChange: clear })}>
        <option value="">{say('always')}</option>
        {others.map(({ key, label }) => (
          <option key={key} value={key}>
            {label || key}
          </option>
        ))}
        {isGone && <option value={fieldKey}>{fieldKey}</option>}
      </SelectField>
      {fieldKey !== '' && (
        <SelectField label={say('operator')} {...register(`${name}.op`, { onChange: clear })}>
          {operators.map((operator) => (
            <option key={operator} value={operator}>
              {say(operator)}
            </option>
          ))}
        </SelectField>
      )}
      {fieldKey !== '' && op !== 'answered' && <ConditionValue {...{ index, op, other }} />}
    </FieldRow>
  )
}

interface ConditionValueProps {
  index: number
  op: 'eq' | 'ne' | 'in'
  other: FieldValues | undefined
}

function ConditionValue({ index, op, other }: ConditionValueProps) {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: `fields.${index}` })
  const error = errors.fields?.[index]?.condition?.value?.message
  const name = `fields.${index}.condition.value` as const
  const choices = useChoices(other)
  if (op === 'in') return <ConditionValues {...{ index, choices }} />
  if (choices === undefined) {
    return <TextField label={say('value')} error={error} {...register(name)} />
  }
  return (
    <SelectField label={say('value')} error={error} {...register(name)}>
      <option value="">{say('choose')}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

interface Choice {
  value: string
  label: string
}

/** What the other field can be answered by, where that is known. */
function useChoices(other: FieldValues | undefined): readonly Choice[] | undefined {
  const say = useWords()
  if (other?.type === 'boolean') {
    return [
      { value: 'true', label: say('yes') },
      { value: 'false', label: say('no') },
    ]
  }
  if (other === undefined || !isChoice(other.type)) return undefined
  return other.options.filter(({ value }) => value !== '')
}

interface ConditionValuesProps {
  index: number
  choices: readonly Choice[] | undefined
}

function ConditionValues({ index, choices }: ConditionValuesProps) {
  const say = useWords()
  const labelId = useId()
  const { field } = useController<JobFormValues, `fields.${number}.condition.values`>({
    name: `fields.${index}.condition.values`,
  })
  if (choices === undefined) {
    return (
      <ChipInput
        label={say('value')}
        values={field.value}
        limit={20}
        maxLength={60}
        onChange={field.onChange}
      />
    )
  }
  const chosen = new Set(field.value)
  return (
    <div role="group" aria-labelledby={labelId} className={styles['choices']}>
      <span id={labelId}>{say('value')}</span>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={<bdi>{label}</bdi>}
          checked={chosen.has(value)}
          onChange={({ target }) =>
            field.onChange(
              choices
                .map((choice) => choice.value)
                .filter((one) => (one === value ? target.checked : chosen.has(one))),
            )
          }
        />
      ))}
    </div>
  )
}
