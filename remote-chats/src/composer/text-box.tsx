import type { Message } from '@errand/contract/chats/message'
import { IconButton, isComposing } from '@errand/shared-ui'
import { X } from 'lucide-react'
import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react'

import { composerMark } from '../keyboard/focus.ts'
import { useInboxSettings } from '../settings/inbox-settings.ts'
import { inOneLine } from '../thread/message-body.tsx'
import { useWords } from '../words/words.ts'
import styles from './composer.module.css'
import { sendsReply } from './reply.ts'

/** The counter is of interest only near the end. */
const countFrom = 200

interface TextBoxProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'onChange'
> {
  label: string
  value: string
  maxLength: number
  onChange: (value: string) => void
  onSend: () => void
  /** Whether a key was used for something else. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A text box that grows, sends by Enter where the owner likes that, and never loses a letter. */
export function TextBox(props: TextBoxProps) {
  const { label, value, maxLength, onChange, onSend, onKey, ...area } = props
  const say = useWords()
  const { inbox } = useInboxSettings()
  const left = maxLength - value.length
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter ends a word of an input method first.
    if (isComposing(event) || onKey?.(event) === true) return
    if (!sendsReply(event, inbox.enterSends)) return
    event.preventDefault()
    onSend()
  }
  return (
    <div className={styles['box']}>
      <textarea
        rows={1}
        dir="auto"
        {...area}
        {...composerMark}
        aria-label={label}
        value={value}
        className={styles['area']}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={handleKeyDown}
      />
      {left <= countFrom && (
        <p className={styles['counter']} data-over={left < 0 || undefined} role="status">
          {say('lettersLeft', { count: left })}
        </p>
      )}
    </div>
  )
}

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
