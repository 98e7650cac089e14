import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'

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
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(value)
      setIsRefused(false)
    } catch {
      // Without a secure origin or permission people copy what is selected by hand.
      setIsRefused(true)
      field.current?.focus()
    }
  }
  const isCopied = copied === value
  const Icon = isCopied ? Check : Copy
  return (
    <TextField
      readOnly
      dir="ltr"
      ref={field}
      {...{ label, value }}
      hint={isRefused ? say('notCopied') : hint}
      onFocus={({ target }) => target.select()}
      end={
        <IconButton
          size="small"
          label={isCopied ? say('copied') : say('copyOf', { what: label })}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => void copy()}
        />
      }
    />
  )
}
