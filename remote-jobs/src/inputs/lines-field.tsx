import { TextArea } from '@errand/shared-ui'
import { useState } from 'react'
import { useController } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'

interface LinesFieldProps {
  name: 'guardrails'
  label: string
  hint: string
  rows: number
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A list of sentences, one a line. */
export function LinesField({ name, ...texts }: LinesFieldProps) {
  const { field, fieldState } = useController<JobFormValues, typeof name>({ name })
  const { value: lines, onChange, onBlur, ref } = field
  const [text, setText] = useState(() => lines.join('\n'))
  // The list may have come from elsewhere: a draft, a proposal, an undo.
  const isSame = toLines(text).join('\n') === lines.join('\n')
  const handleChange = (next: string) => {
    setText(next)
    onChange(toLines(next))
  }
  return (
    <TextArea
      {...texts}
      ref={ref}
      error={fieldState.error?.message}
      value={isSame ? text : lines.join('\n')}
      onChange={({ target }) => handleChange(target.value)}
      onBlur={onBlur}
    />
  )
}
