import { type JobFieldType, isChoice, jobFieldTypes } from '@errand/contract/job-field'
import {
  Checkbox,
  DateField,
  FieldRow,
  NumberField,
  SelectField,
  TextField,
} from '@errand/shared-ui'
import { useState } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { ChipInput } from '../inputs/list-inputs.tsx'
import { type LimitName, limitsOf } from '../job-draft/field-limits.ts'
import { type FieldValues, freeFieldKey } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { ConditionEditor } from './condition-editor.tsx'
import styles from './field-editor.module.css'
import { OptionsEditor } from './options-editor.tsx'
import { useWords } from '../job-draft/words/words.ts'

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

interface LimitsEditorProps {
  index: number
  type: JobFieldType
}

/** What an answer has to keep to; each type has limits of its own. */
function LimitsEditor({ index, type }: LimitsEditorProps) {
  const names = limitsOf[type]
  if (names.length === 0) return null
  return (
    <FieldRow>
      {names.map((name) =>
        name === 'mimeTypes' ? (
          <FileKinds key={name} index={index} />
        ) : (
          <Limit key={name} index={index} name={name} />
        ),
      )}
    </FieldRow>
  )
}

const dates = new Set<LimitName>(['minDate', 'maxDate'])
const texts = new Set<LimitName>(['pattern', 'patternMessage', 'currency'])
const hints = { pattern: 'patternHint', currency: 'currencyHint' } as const

function Limit({ index, name }: { index: number; name: Exclude<LimitName, 'mimeTypes'> }) {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: `fields.${index}` })
  const Control = dates.has(name) ? DateField : texts.has(name) ? TextField : NumberField
  const hint = name === 'pattern' || name === 'currency' ? say(hints[name]) : undefined
  return (
    <Control
      label={say(name)}
      {...(hint !== undefined && { hint })}
      {...(name === 'maxMegabytes' && { end: say('megabytes') })}
      {...((name === 'pattern' || name === 'currency') && {
        dir: 'ltr',
        spellCheck: false,
        autoCapitalize: name === 'currency' ? 'characters' : 'none',
      })}
      error={errors.fields?.[index]?.limits?.[name]?.message}
      {...register(`fields.${index}.limits.${name}`)}
    />
  )
}

function FileKinds({ index }: { index: number }) {
  const say = useWords()
  const { field } = useController<JobFormValues, `fields.${number}.limits.mimeTypes`>({
    name: `fields.${index}.limits.mimeTypes`,
  })
  return (
    <ChipInput
      label={say('mimeTypes')}
      hint={say('mimeTypesHint')}
      dir="ltr"
      values={field.value}
      limit={20}
      maxLength={100}
      onChange={field.onChange}
    />
  )
}

/** Until somebody writes a key, it follows the label. */
function useKeyFromLabel(index: number): () => void {
  const { getValues, setValue } = useFormContext<JobFormValues>()
  return () => {
    const fields = getValues('fields')
    const field = fields[index]
    if (field === undefined || !field.isKeyFromLabel) return
    const taken = fields.filter((_other, at) => at !== index).map(({ key }) => key)
    const key = field.label === '' ? '' : freeFieldKey(field.label, taken)
    setValue(`fields.${index}.key`, key, { shouldDirty: true })
  }
}
