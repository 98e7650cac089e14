import type { ChatSession } from '@errand/contract/chats/session'
import { IconButton } from '@errand/shared-ui'
import { Bookmark, BookmarkX, Mail, MailOpen } from 'lucide-react'
import { memo } from 'react'

import { contactName } from '../chats/contact-name.ts'
import { useWords } from '../words/words.ts'
import styles from './session-row.module.css'
import type { RowActionsOf } from './use-row-actions.ts'

interface RowActionsProps {
  session: ChatSession
  actions: RowActionsOf
}

/** What can be done with a chat without opening it. */
export const RowActions = memo(function RowActions({ session, actions }: RowActionsProps) {
  const say = useWords()
  const { unreadCount, savedForLater: isSaved } = session
  const isUnread = unreadCount > 0
  const name = contactName(session.contact)
  return (
    <span className={styles['actions']}>
      <IconButton
        size="small"
        tabIndex={-1}
        label={say(isUnread ? 'markReadOf' : 'markUnreadOf', { name })}
        icon={isUnread ? <MailOpen size={16} /> : <Mail size={16} />}
        onClick={() => actions.toggleRead(session)}
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={say(isSaved ? 'unsaveOf' : 'saveOf', { name })}
        icon={isSaved ? <BookmarkX size={16} /> : <Bookmark size={16} />}
        onClick={() => actions.toggleSaved(session)}
      />
    </span>
  )
})
