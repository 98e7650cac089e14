import { TextField } from '@errand/shared-ui'
import type { ComponentProps } from 'react'

import { useWords } from '../words/words.ts'

interface SecretFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> {
  /** Whether one is stored; it is never shown again. */
  isSet: boolean
  hint?: string
}

/** Something secret: written once, never shown; left empty it stays what it was. */
export function SecretField({ isSet, hint, ...field }: SecretFieldProps) {
  const say = useWords()
  return (
    <TextField
      {...field}
      type="password"
      dir="ltr"
      autoComplete="off"
      placeholder={isSet ? '••••••••' : undefined}
      hint={isSet ? say('secretSet') : hint}
    />
  )
}

/** An empty secret is left out: what is stored stays. */
export const secretValue = { setValueAs: (value: unknown) => (value === '' ? undefined : value) }
