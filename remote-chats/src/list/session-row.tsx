import type { ChatSession } from '@errand/contract/chats/session'
import { Avatar, Badge, CountBadge, classNames, useFormats } from '@errand/shared-ui'
import { memo } from 'react'
import { Link } from 'react-router-dom'

import { shortTime } from '../clock/short-time.ts'
import { contactName } from '../chats/contact-name.ts'
import { useDraftPreview } from '../drafts/chat-drafts.ts'
import { useWords } from '../words/words.ts'
import { Preview } from './preview.tsx'
import { SelectBox } from './select-box.tsx'
import { RowActions } from './row-actions.tsx'
import styles from './session-row.module.css'
import { signOf } from './session-signs.ts'
import type { RowActionsOf } from './use-row-actions.ts'
import { WindowRing } from './window-ring.tsx'

export interface SessionRowProps {
  session: ChatSession
  to: string
  now: number
  isOpen: boolean
  /** The one row that Tab reaches. */
  isReachable: boolean
  isSelecting: boolean
  isSelected: boolean
  actions: RowActionsOf
  onSelect: (id: string, isRange: boolean) => void
}

/** One chat of the list: who, when, the last words, and what it asks for. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, to, now, isOpen, isReachable, isSelecting, isSelected } = props
  const { actions, onSelect } = props
  return (
    <div
      className={classNames(
        styles['row'],
        isOpen && styles['open'],
        isSelected && styles['selected'],
        session.unreadCount > 0 && styles['unread'],
      )}
    >
      {isSelecting ? (
        <SelectBox {...{ session, isSelected, onSelect }} />
      ) : (
        <Avatar name={contactName(session.contact)} size="large" />
      )}
      <Link
        to={to}
        className={styles['link']}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={isReachable ? 0 : -1}
        data-row={session.id}
        draggable={false}
        onClick={(event) => {
          if (!isSelecting && !event.shiftKey) return
          event.preventDefault()
          onSelect(session.id, event.shiftKey)
        }}
      >
        <RowText session={session} now={now} />
      </Link>
      <RowActions {...{ session, actions }} />
    </div>
  )
})

/** Drawn again only when the chat or the minute is another: the address of its link changes often. */
const RowText = memo(function RowText(props: { session: ChatSession; now: number }) {
  return (
    <>
      <RowHead {...props} />
      <RowWords {...props} />
    </>
  )
})

function RowHead({ session, now }: { session: ChatSession; now: number }) {
  const formats = useFormats()
  const { contact, job, lastActivityAt } = session
  return (
    <span className={styles['head']}>
      <span className={styles['name']}>
        <bdi>{contactName(contact)}</bdi>
      </span>
      {job !== null && (
        <span className={styles['job']} dir="auto">
          {job.name}
        </span>
      )}
      <time dateTime={lastActivityAt} title={formats.dateTime(lastActivityAt)}>
        {shortTime(formats, lastActivityAt, now)}
      </time>
    </span>
  )
}

function RowWords({ session, now }: { session: ChatSession; now: number }) {
  const say = useWords()
  const draft = useDraftPreview(session.id)
  const sign = signOf(session)
  const { status, unreadCount, lastMessage } = session
  return (
    <span className={styles['words']}>
      {draft === undefined ? (
        <Preview message={lastMessage} />
      ) : (
        <span className={styles['preview']}>
          <b className={styles['draft']}>{say('draft')}</b> <bdi>{draft}</bdi>
        </span>
      )}
      <span className={styles['signs']}>
        {sign !== undefined && <Badge tone={sign.tone}>{say(sign.word)}</Badge>}
        {sign === undefined && status !== 'active' && <Badge>{say(`status.${status}`)}</Badge>}
        <CountBadge count={unreadCount} label={say('unreadCount', { count: unreadCount })} />
        <WindowRing {...{ session, now }} />
      </span>
    </span>
  )
}
