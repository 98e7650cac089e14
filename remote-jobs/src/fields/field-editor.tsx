import { type JobFieldType, dateRules, isChoice, jobFieldTypes } from '@errand/contract/job-field'
import {
  Checkbox,
  DateField,
  Disclosure,
  FieldRow,
  NumberField,
  SelectField,
  TextField,
} from '@errand/shared-ui'
import { useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, Options, useControls } from '../inputs/controls.tsx'
import { type LimitName, limitsOf } from '../job-draft/field-limits.ts'
import { type FieldValues, freeFieldKey } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { ConditionEditor } from './condition-editor.tsx'
import styles from './field-editor.module.css'
import { OptionsEditor } from './options-editor.tsx'

/** One field: label, key, type and how to ask for it. */
export function FieldEditor({ index }: { index: number }) {
  const say = useWords()
  const name = `fields.${index}` as const
  const { control, register, getValues, setValue, getFieldState } = useFormContext<JobFormValues>()
  const bind = useControls(name)
  const type = useWatch({ control, name: `${name}.type` })
  const isMoreNeeded = hasLimits(getValues(name)) || getFieldState(`${name}.limits`).invalid
  /** The key follows the label until somebody edits the key. */
  const followLabel = () => {
    const fields = getValues('fields')
    const field = fields[index]
    if (field === undefined || !field.isKeyFromLabel) return
    const taken = fields.filter((_other, at) => at !== index).map(({ key }) => key)
    const key = field.label === '' ? '' : freeFieldKey(field.label, taken)
    setValue(`${name}.key`, key, { shouldDirty: true })
  }
  return (
    <div className={styles['editor']}>
      <FieldRow>
        <TextField label={say('label')} {...bind(`${name}.label`, { onChange: followLabel })} />
        <SelectField label={say('type')} {...bind(`${name}.type`)}>
          <Options of={jobFieldTypes.map((value) => [value, say(`${value}_type`)])} />
        </SelectField>
      </FieldRow>
      <TextField label={say('question')} hint={say('questionHint')} {...bind(`${name}.question`)} />
      {isChoice(type) && <OptionsEditor field={index} />}
      <div className={styles['marks']}>
        <Checkbox
          label={say('required')}
          hint={say('requiredHint')}
          {...register(`${name}.required`)}
        />
        <Checkbox
          label={say('sensitive')}
          hint={say('sensitiveHint')}
          {...register(`${name}.sensitive`)}
        />
      </div>
      <FieldRow>
        <TextField
          label={say('key')}
          hint={say('keyHint')}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          {...bind(`${name}.key`, { onChange: () => setValue(`${name}.isKeyFromLabel`, false) })}
        />
        <TextField label={say('example')} {...bind(`${name}.example`)} />
      </FieldRow>
      <TextField label={say('help')} hint={say('helpHint')} {...bind(`${name}.help`)} />
      <Disclosure label={say('more')} isNeeded={isMoreNeeded}>
        <LimitsEditor index={index} type={type} />
        <ConditionEditor index={index} />
      </Disclosure>
    </div>
  )
}

/** Whether the field uses any of the advanced settings. */
const hasLimits = ({ limits, condition }: FieldValues): boolean =>
  condition.fieldKey !== '' || Object.values(limits).some((limit) => limit.length > 0)

const dateLimits = new Set<LimitName>(['minDate', 'maxDate'])
const textLimits = new Set<LimitName>(['pattern', 'patternMessage', 'currency'])
const codeInputProps = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const

/** The limits of an answer; each type has its own. */
function LimitsEditor({ index, type }: { index: number; type: JobFieldType }) {
  const say = useWords()
  const bind = useControls(`fields.${index}`)
  if (limitsOf[type].length === 0) return null
  return (
    <FieldRow>
      {limitsOf[type].map((limit) => {
        const name = `fields.${index}.limits.${limit}` as const
        if (limit === 'dates') {
          return (
            <SelectField key={limit} label={say(limit)} {...bind(name)}>
              <Options
                of={dateRules.map((rule) => [rule === 'open' ? '' : rule, say(`${rule}_dates`)])}
              />
            </SelectField>
          )
        }
        if (limit === 'mimeTypes') {
          return (
            <ChipsField
              key={limit}
              name={`fields.${index}.limits.mimeTypes`}
              label={say(limit)}
              hint={say('mimeTypesHint')}
              dir="ltr"
              limit={20}
              maxLength={100}
            />
          )
        }
        const Control = dateLimits.has(limit)
          ? DateField
          : textLimits.has(limit)
            ? TextField
            : NumberField
        return (
          <Control
            key={limit}
            label={say(limit)}
            {...(limit === 'pattern' && { ...codeInputProps, hint: say('patternHint') })}
            {...(limit === 'currency' && {
              ...codeInputProps,
              autoCapitalize: 'characters',
              hint: say('currencyHint'),
            })}
            {...(limit === 'maxMegabytes' && { end: say('megabytes') })}
            {...bind(name)}
          />
        )
      })}
    </FieldRow>
  )
}
