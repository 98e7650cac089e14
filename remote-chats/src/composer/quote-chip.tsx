import type { Message } from '@errand/contract/chats/message'
import { IconButton } from '@errand/shared-ui'
import { X } from 'lucide-react'

import { inOneLine } from '../thread/in-one-line.ts'
import { useWords } from '../words/words.ts'
import styles from './composer.module.css'

interface QuoteChipProps {
  message: Message
  label: string
  onRemove: () => void
}

/** The message that what is written refers to. */
export function QuoteChip({ message, label, onRemove }: QuoteChipProps) {
  const say = useWords()
  return (
    <div className={styles['quoted']}>
      <p>
        <b>{label}</b>
        <span dir="auto">{inOneLine(message, say)}</span>
      </p>
      <IconButton
        size="small"
        label={say('removeQuote')}
        icon={<X size={14} />}
        onClick={onRemove}
      />
    </div>
  )
}
