import type { InputHTMLAttributes, Ref } from 'react'

import { Field, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text with its label. */
export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  )
}
