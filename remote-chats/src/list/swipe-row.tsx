import type { ChatSession } from '@errand/contract/chats/session'
import { classNames } from '@errand/shared-ui'
import { Bookmark, BookmarkX, Mail, MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './swipe-row.module.css'
import type { RowActionsOf } from './use-row-actions.ts'
import { useSwipe } from './use-swipe.ts'

interface SwipeRowProps {
  session: ChatSession
  actions: RowActionsOf
  isDisabled: boolean
  onLongPress: () => void
  children: ReactNode
}

/** A row that a finger moves aside: towards the end of the line to read it, back to save it. */
export function SwipeRow(props: SwipeRowProps) {
  const { session, actions, isDisabled, onLongPress, children } = props
  const { offset, isFar, handlers } = useSwipe({
    isDisabled,
    onLongPress,
    onSwipe: (direction) =>
      direction === 'forward' ? actions.toggleRead(session) : actions.toggleSaved(session),
  })
  const Read = session.unreadCount > 0 ? MailOpen : Mail
  const Save = session.savedForLater ? BookmarkX : Bookmark
  return (
    <div className={styles['swipe']} {...handlers}>
      {offset !== 0 && (
        <div className={classNames(styles['under'], isFar && styles['far'])} aria-hidden="true">
          <Read size={20} />
          <Save size={20} />
        </div>
      )}
      <div
        className={styles['over']}
        style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}
      >
        {children}
      </div>
    </div>
  )
}
