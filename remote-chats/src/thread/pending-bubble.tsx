import { useConnection } from '@errand/shared-auth'
import { classNames } from '@errand/shared-ui'
import { Clock } from 'lucide-react'

import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'

/** A reply that the api does not have yet: on its way, waiting for the network, or refused. */
export function PendingBubble({ entry: { state, text } }: { entry: OutboxEntry }) {
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
