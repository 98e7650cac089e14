import {
  Button,
  Checkbox,
  DateField,
  Form,
  FormActions,
  SelectField,
  classNames,
  isComposing,
} from '@errand/shared-ui'
import type { ComponentProps, ReactNode } from 'react'

import { useWords } from '../words/words.ts'
import styles from './fields.module.css'

/** Values with their labels, in display order. */
type Options<T extends string> = readonly (readonly [T, string])[]

interface ChoiceProps<T extends string> extends Omit<
  ComponentProps<typeof SelectField>,
  'value' | 'onChange'
> {
  value: T
  options: Options<T>
  onChange: (value: T) => void
}

/** A select. */
export const Choice = <T extends string>({ options, onChange, ...select }: ChoiceProps<T>) => (
  <SelectField
    {...select}
    onChange={({ target }) => {
      for (const [value] of options) if (value === target.value) onChange(value)
    }}
  >
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)

interface CheckboxesProps<T extends string> {
  legend: string
  options: Options<T>
  chosen: readonly T[]
  disabled?: boolean
  onChange: (chosen: T[]) => void
}

/** A group of checkboxes. */
export const Checkboxes = <T extends string>(props: CheckboxesProps<T>) => (
  <fieldset className={styles['checkboxes']} disabled={props.disabled}>
    <legend>{props.legend}</legend>
    {props.options.map(([value, label]) => (
      <Checkbox
        key={value}
        label={label}
        checked={props.chosen.includes(value)}
        onChange={({ target }) => {
          const others = props.chosen.filter((one) => one !== value)
          props.onChange(target.checked ? [...others, value] : others)
        }}
      />
    ))}
  </fieldset>
)

interface InlineFormProps {
  children: ReactNode
  className?: string | undefined
  isBusy?: boolean
  canSave?: boolean
  onSave: () => void
  onDone: () => void
}

/** A form that edits something in place; Escape cancels. */
export function InlineForm(props: InlineFormProps) {
  const { children, className, isBusy = false, canSave = true, onSave, onDone } = props
  const say = useWords()
  return (
    <Form
      className={classNames(styles['inline'], className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        onDone()
      }}
    >
      {children}
      <FormActions>
        <Button type="submit" size="small" variant="primary" isBusy={isBusy} disabled={!canSave}>
          {say('save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

interface Days {
  from: string
  to: string
}

/** A range of dates. */
export function DayRange({
  from,
  to,
  onChange,
}: Days & { onChange: (part: Partial<Days>) => void }) {
  const say = useWords()
  return (
    <>
      <DateField
        label={say('from')}
        value={from}
        max={to}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <DateField
        label={say('to')}
        value={to}
        min={from}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}
