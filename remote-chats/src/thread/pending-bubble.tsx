import type { Message } from '@errand/contract/chats/message'
import { useConnection } from '@errand/shared-auth'
import { classNames } from '@errand/shared-ui'
import { Clock } from 'lucide-react'

import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { TemplateName } from './message-body.tsx'
import { Quote } from './quote.tsx'

interface PendingBubbleProps {
  entry: OutboxEntry
  quoted: Message | undefined
}

/**
 * A reply that the api does not have yet: on its way, waiting for the network, or refused. It has the
 * height of its message, so that Undo stays in place.
 */
export function PendingBubble({ entry, quoted }: PendingBubbleProps) {
  const { state, text, template, replyToId } = entry
  const say = useWords()
  const connection = useConnection()
  const isOffline = connection === 'offline'
  return (
    <div className={styles['beside']}>
      <div
        className={classNames(
          styles['bubble'],
          styles['owner'],
          state === 'failed' ? styles['failed'] : styles['pending'],
        )}
      >
        {replyToId !== undefined && <Quote message={quoted} />}
        {template !== undefined && <TemplateName name={template.name} />}
        <p className={styles['text']} dir="auto">
          {text}
        </p>
        <span className={styles['foot']}>
          {state !== 'failed' && (
            <span role="status" className={styles['waiting']}>
              <Clock size={14} aria-hidden="true" />
              {say(isOffline ? 'waitingForNetwork' : 'sending')}
            </span>
          )}
        </span>
      </div>
    </div>
  )
}
