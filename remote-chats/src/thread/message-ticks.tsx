import type { Message } from '@errand/contract/chats/message'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'

const looks = {
  queued: { Icon: Clock, word: 'ticks.queued' },
  sent: { Icon: Check, word: 'ticks.sent' },
  delivered: { Icon: CheckCheck, word: 'ticks.delivered' },
  read: { Icon: CheckCheck, word: 'ticks.read' },
  failed: { Icon: CircleAlert, word: 'ticks.failed' },
} as const

/** How far a message came, as a sign with its word. */
export function MessageTicks({ status }: { status: Message['status'] }) {
  const say = useWords()
  if (status === 'received') return null
  const { Icon, word } = looks[status]
  return (
    <span className={styles['ticks']} data-status={status} role="img" aria-label={say(word)}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
