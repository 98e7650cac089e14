import { useConnection } from '@errand/shared-auth'
import { Button, classNames } from '@errand/shared-ui'
import { Clock } from 'lucide-react'

import { restoredReply } from '../drafts/draft.ts'
import { useWriteDraft } from '../drafts/drafts.ts'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { Refusal } from '../outbox/refusal.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'

/** A reply that the api does not have yet: on its way, waiting for the network, or refused. */
export function PendingBubble({ entry, isFirst }: { entry: OutboxEntry; isFirst: boolean }) {
  const say = useWords()
  const connection = useConnection()
  const isOffline = connection === 'offline'
  const { state, text, isTakenBack } = entry
  if (isTakenBack === true) return null
  return (
    <article
      aria-label={say('messageOf', { name: say('author.owner') })}
      className={classNames(styles['line'], styles['out'], isFirst && styles['first'])}
    >
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
      {state === 'failed' && <Refusal entry={entry} />}
      {canTakeBack(entry) && <TakeBack entry={entry} />}
    </article>
  )
}

/** One that is on its way can only be taken back while the api will hold it. */
const canTakeBack = ({ state, undoSeconds }: OutboxEntry): boolean =>
  state === 'waiting' || (state === 'sending' && undoSeconds > 0)

function TakeBack({ entry }: { entry: OutboxEntry }) {
  const say = useWords()
  const { withdraw } = useOutbox()
  const drafts = useWriteDraft()
  const handleClick = () => {
    withdraw(entry.clientId)
    if (entry.template !== undefined) return
    drafts.write(entry.sessionId, restoredReply(drafts.read(entry.sessionId), entry))
  }
  return (
    <Button size="small" variant="quiet" className={styles['undo']} onClick={handleClick}>
      {say('undo')}
    </Button>
  )
}
