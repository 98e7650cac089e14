import type { Ref, TextareaHTMLAttributes } from 'react'

import { Field, type FieldTexts } from './field.tsx'

export interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines of text with their label, and a counter when `maxLength` is given. */
export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ id, label, hint, error }} maxLength={area.maxLength}>
      {(control) => <textarea dir="auto" {...area} {...control} />}
    </Field>
  )
}
