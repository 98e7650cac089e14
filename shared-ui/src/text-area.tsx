import { useState, type Ref, type TextareaHTMLAttributes } from 'react'

import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

export interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines of text with their label, and a counter when `maxLength` is given. */
export function TextArea({ label, hint, error, id, onInput, ...area }: TextAreaProps) {
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? '').length)
  const { maxLength } = area
  const counter = maxLength !== undefined && (
    <span className={styles['counter']}>
      {length} / {maxLength}
    </span>
  )
  return (
    <Field {...{ id, label, hint, error, counter }}>
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          onInput={(event) => {
            setLength(event.currentTarget.value.length)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
