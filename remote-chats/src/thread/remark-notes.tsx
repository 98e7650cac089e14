import type { Message } from '@errand/contract/chats/message'

import { useWords } from '../words/words.ts'
import { RemarkNote } from '../remarks/remark-note.tsx'
import styles from './bubble.module.css'

/** What was remarked on a message, at its margin. */
export function RemarkNotes({ message }: { message: Message }) {
  const say = useWords()
  if (message.remarks.length === 0) return null
  return (
    <ul className={styles['remarks']} aria-label={say('remarks')}>
      {message.remarks.map((remark) => (
        <li key={remark.id}>
          <RemarkNote remark={remark} />
        </li>
      ))}
    </ul>
  )
}
