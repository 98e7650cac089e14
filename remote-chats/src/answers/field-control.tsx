import type { JobField } from '@errand/contract/job-field'
import {
  Checkbox,
  DateField,
  SelectField,
  TextArea,
  TextField,
  TimeField,
  readSettings,
} from '@errand/shared-ui'

import { fromLocalTime, toLocalTime } from '../clock/clock.ts'
import { useWords } from '../words/words.ts'
import styles from './answers.module.css'

interface FieldControlProps {
  field: JobField
  value: Typed
  error?: string | undefined
  onChange: (value: Typed) => void
}

/** The control that fits what a field collects. */
export function FieldControl({ field, value, error, onChange }: FieldControlProps) {
  const say = useWords()
  const { label, type, options = [], validation } = field
  if (Array.isArray(value)) return <Choices {...{ field, value, onChange }} />
  const common = {
    label,
    error,
    value,
    // It was opened to be changed.
    autoFocus: true,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  switch (type) {
    case 'long_text':
    case 'address':
      return <TextArea {...common} rows={3} maxLength={validation?.maxLength ?? 2000} />
    case 'number':
    case 'currency':
    case 'integer':
    case 'rating':
      // No number control: it takes the digits and separators of one language alone.
      return <TextField {...common} inputMode="decimal" dir="ltr" />
    case 'date':
      return <DateField {...common} min={validation?.minDate} max={validation?.maxDate} />
    case 'time':
      return <TimeField {...common} />
    case 'datetime':
      return <TextField {...common} type="datetime-local" dir={undefined} />
    case 'boolean':
      return (
        <SelectField {...common}>
          <option value="">{say('noAnswer')}</option>
          <option value="true">{say('yes')}</option>
          <option value="false">{say('no')}</option>
        </SelectField>
      )
    case 'select':
      return (
        <SelectField {...common}>
          <option value="">{say('noAnswer')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    default:
      return <TextField {...common} type={inputTypes[type] ?? 'text'} />
  }
}

const inputTypes: Partial<Record<JobField['type'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
}

interface ChoicesProps {
  field: JobField
  value: string[]
  onChange: (value: string[]) => void
}

const Choices = ({ field, value, onChange }: ChoicesProps) => (
  <fieldset className={styles['choices']}>
    <legend>{field.label}</legend>
    {(field.options ?? []).map((option) => (
      <Checkbox
        key={option.value}
        label={option.label}
        checked={value.includes(option.value)}
        onChange={({ target }) =>
          onChange(
            target.checked ? [...value, option.value] : value.filter((one) => one !== option.value),
          )
        }
      />
    ))}
  </fieldset>
)

/** What is typed into the control of a field. */
export type Typed = string | string[]

/** An answer as the control of its field shows it; numbers in the words of the page's locale. */
export function toTyped(value: unknown, { type }: Pick<JobField, 'type'>): Typed {
  if (type === 'multi_select') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    return value.toLocaleString(readSettings().locale, {
      useGrouping: false,
      maximumFractionDigits: 20,
    })
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'datetime' ? toLocalTime(new Date(text)) : text
}

/**
 * What was typed as an answer; nothing is `null`, which clears it, and what was left as it stood is
 * the answer itself. Numbers go as they were typed: the api alone reads them.
 */
export function fromTyped(
  typed: Typed,
  { type }: Pick<JobField, 'type'>,
  { value, shown }: { value: unknown; shown: Typed },
): unknown {
  if (typed === shown && value !== undefined) return value
  if (Array.isArray(typed)) return typed.length === 0 ? null : typed
  const text = typed.trim()
  if (text === '') return null
  if (type === 'boolean') return text === 'true'
  if (type === 'datetime') return fromLocalTime(text).toISOString()
  return text
}
