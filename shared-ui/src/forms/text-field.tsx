import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

import { Field, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  /** A sign or unit inside the field, before and after what is typed. */
  start?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text with its label. */
export function TextField({ label, hint, error, id, start, end, ...input }: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, start, end }}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  )
}
