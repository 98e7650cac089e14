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
  /** An icon or unit inside the field, before and after the text. */
  start?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text; a text longer than `maxLength` stays and gets an error. */
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

/** Several lines of text, with a counter if `maxLength` is given. */
export function TextArea({ label, hint, error, id, maxLength, count, ...area }: TextAreaProps) {
  return (
    <Field {...{ id, label, hint, error, maxLength, count }} hasCounter>
      {(control) => <textarea dir="auto" {...area} {...control} />}
    </Field>
  )
}

/** A number; the mouse wheel does not change it. */
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

/** A date, picked as in the reader's browser and language. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="date" dir={undefined} />
)

/** A time of day, picked likewise. */
export const TimeField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="time" dir={undefined} />
)

interface SelectFieldProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement> | undefined
}

/** A select; its children are the options. */
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
