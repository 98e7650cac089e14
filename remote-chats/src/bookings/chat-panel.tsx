import { paths } from '@errand/contract/paths'
import { contactName } from '@errand/contract/visible-text'
import { ButtonLink, Sheet } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { Composer } from '../chat/composer/composer.tsx'
import { ChatMessages } from '../chat/messages/chat-messages.tsx'
import { chatQuery } from '../data/chat.ts'
import { usePending } from '../send/use-outbox.tsx'
import { useWords } from '../words/words.ts'
import styles from './bookings.module.css'

interface ChatPanelProps {
  sessionId: string | undefined
  onClose: () => void
}

/** The chat that answers or a booking came from, beside the page. */
export function ChatPanel({ sessionId, onClose }: ChatPanelProps) {
  const say = useWords()
  const { data: chat } = useQuery({
    ...chatQuery(sessionId ?? ''),
    enabled: sessionId !== undefined,
  })
  // Read in the same render as the chat, so that a reply the api has just accepted is in one of the
  // two.
  const pending = usePending(sessionId ?? '')
  const name = chat === undefined ? say('loadingChat') : contactName(chat.session.contact)
  return (
    <Sheet
      isOpen={sessionId !== undefined}
      title={name}
      description={
        sessionId !== undefined && (
          <ButtonLink size="small" variant="quiet" to={paths.chats.chat(sessionId)}>
            {say('openInInbox')}
          </ButtonLink>
        )
      }
      onClose={onClose}
    >
      {chat !== undefined && chat.session.id === sessionId && (
        <div className={styles['chat']}>
          <ChatMessages
            key={sessionId}
            chat={chat}
            pending={pending}
            contactName={name}
            hitId={undefined}
          />
          <Composer chat={chat} />
        </div>
      )}
    </Sheet>
  )
}
