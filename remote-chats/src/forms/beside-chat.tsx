import { ButtonLink, Sheet } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { contactName } from '../chats/contact-name.ts'
import { Composer } from '../composer/composer.tsx'
import { usePending } from '../outbox/use-outbox.ts'
import { LiveLog } from '../thread/live-log.tsx'
import { ThreadList } from '../thread/thread-list.tsx'
import { threadQuery } from '../thread/thread.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './forms.module.css'

interface BesideChatProps {
  sessionId: string | undefined
  onClose: () => void
}

/** The chat of a row, beside the table that stays as it is. */
export function BesideChat({ sessionId, onClose }: BesideChatProps) {
  const say = useWords()
  const { data: thread } = useQuery({
    ...threadQuery(sessionId ?? ''),
    enabled: sessionId !== undefined,
  })
  // In the same render as the thread, so that a reply just taken by the api is in one of the two.
  const pending = usePending(sessionId ?? '')
  const name = thread === undefined ? say('loadingChat') : contactName(thread.session.contact)
  return (
    <Sheet
      isOpen={sessionId !== undefined}
      title={name}
      description={
        sessionId !== undefined && (
          <ButtonLink size="small" variant="quiet" to={`/chats?session=${sessionId}`}>
            {say('openInInbox')}
          </ButtonLink>
        )
      }
      onClose={onClose}
    >
      {thread !== undefined && thread.session.id === sessionId && (
        <div className={styles['chat']}>
          <ThreadList
            key={sessionId}
            thread={thread}
            pending={pending}
            contactName={name}
            hitId={undefined}
          />
          <LiveLog thread={thread} contactName={name} />
          <Composer thread={thread} />
        </div>
      )}
    </Sheet>
  )
}
