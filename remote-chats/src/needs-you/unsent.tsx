import type { ChatSession } from '@errand/contract/chats/session'
import { useConnection } from '@errand/shared-auth'

import { Refusal } from '../outbox/refusal.tsx'
import { usePending } from '../outbox/use-outbox.ts'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'

/** Replies that the api does not have yet, and those it refused, with what helps. */
export function Unsent({ session }: { session: ChatSession }) {
  const say = useWords()
  const isOffline = useConnection() === 'offline'
  const pending = usePending(session.id).filter(({ isTakenBack }) => isTakenBack !== true)
  return pending.map((entry) => (
    <li key={entry.clientId} className={styles['reply']}>
      <p dir="auto">{entry.text}</p>
      {entry.state === 'failed' ? (
        <Refusal entry={entry} />
      ) : (
        <p role="status" className={styles['pending']}>
          {say(isOffline ? 'waitingForNetwork' : 'sending')}
        </p>
      )}
    </li>
  ))
}
