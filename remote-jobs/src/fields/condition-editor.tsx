import { isChoice } from '@errand/contract/job-field'
import { Checkbox, FieldRow, SelectField, TextField } from '@errand/shared-ui'
import { useId } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, Options, useControls } from '../inputs/controls.tsx'
import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import styles from './field-editor.module.css'

const operators = ['answered', 'eq', 'ne', 'in'] as const

/** Asks for a field only when another field has a certain answer. */
export function ConditionEditor({ index }: { index: number }) {
  const say = useWords()
  const { control, setValue } = useFormContext<JobFormValues>()
  const bind = useControls(`fields.${index}`)
  const fields = useWatch({ control, name: 'fields' })
  const { fieldKey, op } = useWatch({ control, name: `fields.${index}.condition` })
  const otherFields = fields.filter(({ key }, at) => at !== index && key !== '')
  const chosenField = otherFields.find(({ key }) => key === fieldKey)
  const choices = useChoices(chosenField)
  const name = `fields.${index}.condition` as const
  if (otherFields.length === 0 && fieldKey === '') return null
  // A value chosen for another field or operator never carries over.
  const onChange = () => {
    setValue(`${name}.value`, '', { shouldDirty: true })
    setValue(`${name}.values`, [], { shouldDirty: true })
  }
  return (
    <FieldRow>
      <SelectField label={say('condition')} {...bind(`${name}.fieldKey`, { onChange })}>
        <option value="">{say('always')}</option>
        <Options of={otherFields.map(({ key, label }) => [key, label || key])} />
        {/* A field that was removed meanwhile is still listed, so that the advice makes sense. */}
        {chosenField === undefined && fieldKey !== '' && (
          <option value={fieldKey}>{fieldKey}</option>
        )}
      </SelectField>
      {fieldKey !== '' && (
        <SelectField label={say('operator')} {...bind(`${name}.op`, { onChange })}>
          <Options of={operators.map((operator) => [operator, say(operator)])} />
        </SelectField>
      )}
      {fieldKey === '' || op === 'answered' ? null : choices === undefined ? (
        op === 'in' ? (
          <ChipsField name={`${name}.values`} label={say('value')} limit={20} maxLength={60} />
        ) : (
          <TextField label={say('value')} {...bind(`${name}.value`)} />
        )
      ) : op === 'in' ? (
        <ConditionValues {...{ index, choices }} />
      ) : (
        <SelectField label={say('value')} {...bind(`${name}.value`)}>
          <option value="">{say('choose')}</option>
          <Options of={choices} />
        </SelectField>
      )}
    </FieldRow>
  )
}

type Choice = [value: string, label: string]

/** The possible answers of the other field, where they are known. */
function useChoices(other: FieldValues | undefined): readonly Choice[] | undefined {
  const say = useWords()
  if (other?.type === 'boolean') {
    return [
      ['true', say('yes')],
      ['false', say('no')],
    ]
  }
  if (other === undefined || !isChoice(other.type)) return undefined
  return other.options.filter(({ value }) => value !== '').map(({ value, label }) => [value, label])
}

interface ConditionValuesProps {
  index: number
  choices: readonly Choice[]
}

function ConditionValues({ index, choices }: ConditionValuesProps) {
  const say = useWords()
  const labelId = useId()
  const { field } = useController<JobFormValues, `fields.${number}.condition.values`>({
    name: `fields.${index}.condition.values`,
  })
  const chosen = new Set(field.value)
  const choose = (value: string, isChosen: boolean) =>
    field.onChange(
      choices.map(([one]) => one).filter((one) => (one === value ? isChosen : chosen.has(one))),
    )
  return (
    <div role="group" aria-labelledby={labelId} className={styles['choices']}>
      <span id={labelId}>{say('value')}</span>
      {choices.map(([value, label]) => (
        <Checkbox
          key={value}
          label={<bdi>{label}</bdi>}
          checked={chosen.has(value)}
          onChange={({ target }) => choose(value, target.checked)}
        />
      ))}
    </div>
  )
}
