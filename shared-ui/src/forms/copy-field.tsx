import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { IconButton } from '../actions/icon-button.tsx'
import { useWords } from '../intl/words/words.ts'
import { TextField } from './text-field.tsx'

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
}

/** A read-only value with a button that copies it. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const say = useWords()
  const [copied, setCopied] = useState<string>()
  // Without a secure origin or permission people copy it by hand.
  const copy = () =>
    void navigator.clipboard
      ?.writeText(value)
      .then(() => setCopied(value))
      .catch(() => undefined)
  const isCopied = copied === value
  const Icon = isCopied ? Check : Copy
  return (
    <TextField
      readOnly
      dir="ltr"
      {...{ label, value, hint }}
      onFocus={({ target }) => target.select()}
      end={
        <IconButton
          size="small"
          label={isCopied ? say('copied') : say('copyOf', { what: label })}
          icon={<Icon size={16} aria-hidden />}
          onClick={copy}
        />
      }
    />
  )
}
