import { ChevronDown } from 'lucide-react'
import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'

import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'
import type { TextLimit } from './text-limit.tsx'

interface TextFieldProps
  extends FieldTexts, TextLimit, Omit<InputHTMLAttributes<HTMLInputElement>, 'maxLength'> {
  /** A sign or unit inside the field, before and after what is typed. */
  start?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text with its label; what is longer than `maxLength` stays, and says by how much. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, id, start, end, maxLength, count, ...input } = props
  return (
    <Field {...{ id, label, hint, error, start, end, maxLength, count }}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  )
}

interface TextAreaProps
  extends FieldTexts, TextLimit, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength'> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** The same for several lines, with a counter when `maxLength` is given. */
export function TextArea({ label, hint, error, id, maxLength, count, ...area }: TextAreaProps) {
  return (
    <Field {...{ id, label, hint, error, maxLength, count }} hasCounter>
      {(control) => <textarea dir="auto" {...area} {...control} />}
    </Field>
  )
}

/** A number; the wheel of a mouse that passes over it changes nothing. */
export function NumberField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      inputMode="decimal"
      {...props}
      type="number"
      dir="ltr"
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}

/** A day, picked in the way of the reader's own browser and language. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="date" dir={undefined} />
)

/** A time of the day, likewise. */
export const TimeField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="time" dir={undefined} />
)

interface SelectFieldProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement> | undefined
}

/** A choice of one, with its label; the options are its children. */
export function SelectField({ label, hint, error, id, ...select }: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <span className={styles['select']}>
          <select {...select} {...control} />
          <ChevronDown size={16} aria-hidden="true" />
        </span>
      )}
    </Field>
  )
}
