import { TextField } from '@errand/shared-ui'
import { useState } from 'react'

interface WordsFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Several words, written with commas between them. */
export function WordsField({ value, onChange, ...field }: WordsFieldProps) {
  const [typed, setTyped] = useState(value.join(', '))
  const isOurs = wordsOf(typed).join() === value.join()
  return (
    <TextField
      {...field}
      // Filled anew from outside, it shows that; while it is typed into, what was typed.
      value={isOurs ? typed : value.join(', ')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(wordsOf(target.value))
      }}
    />
  )
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
