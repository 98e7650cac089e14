import type { Message } from '@errand/contract/chats/message'
import { FileX2, ShieldAlert } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './message-notes.module.css'

/** What the owner should know of what a contact wrote: a file that is lost, orders to the assistant. */
export function MessageNotes({ message }: { message: Message }) {
  const say = useWords()
  const { direction, error, flags = [] } = message
  if (direction === 'out') return null
  return (
    <>
      {error !== undefined && (
        <p className={styles['note']}>
          <FileX2 size={14} aria-hidden="true" /> {say('fileLost')}
        </p>
      )}
      {flags.includes('prompt_injection') && (
        <p className={styles['note']}>
          <ShieldAlert size={14} aria-hidden="true" /> {say('givesOrders')}
        </p>
      )}
    </>
  )
}

/** What the contact can tap instead of writing. */
export function MessageChoices({ message }: { message: Message }) {
  const say = useWords()
  const { choices } = message
  if (choices === undefined) return null
  return (
    <ul className={styles['choices']} aria-label={say('choices')}>
      {choices.options.map(({ id, title }) => (
        <li key={id} dir="auto">
          {title}
        </li>
      ))}
    </ul>
  )
}
