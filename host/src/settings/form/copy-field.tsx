import { IconButton, TextField } from '@errand/shared-ui'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { useWords } from '../words/words.ts'

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
}

/** Something to be copied into another program. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const say = useWords()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(value).then(() => setIsCopied(true))
  const Sign = isCopied ? Check : Copy
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
          icon={<Sign size={16} />}
          onClick={copy}
        />
      }
    />
  )
}
