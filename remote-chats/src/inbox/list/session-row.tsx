import type { ChatSession, FoundMessage } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import {
  Avatar,
  Badge,
  Checkbox,
  ColorDot,
  CountBadge,
  IconButton,
  Marked,
  classNames,
  useFormats,
  type Formats,
} from '@errand/shared-ui'
import { Bookmark, BookmarkX, Mail, MailOpen } from 'lucide-react'
import { memo, useMemo } from 'react'
import { Link } from 'react-router-dom'

import { isToAnswer, needBadge, needText } from '../../chat/need.ts'
import { useSaveChats } from '../../chat/save-menu.tsx'
import { SetAside } from '../../chat/set-aside.tsx'
import { WindowRing } from '../../chat/window-ring.tsx'
import { useMarkChats } from '../../data/read-marks.ts'
import { useDraftPreview } from '../../send/reply.ts'
import { useWords } from '../../words/words.ts'
import { Preview } from './preview.tsx'
import styles from './session-row.module.css'

interface SessionRowProps {
  session: ChatSession
  to: string
  now: number
  isOpen: boolean
  /** Whether Tab reaches this row; only one can be reached. */
  isTabbable: boolean
  isSelecting: boolean
  isSelected: boolean
  /** The message that a search has found, instead of the last one. */
  found: FoundMessage | undefined
  /** Whether the row says what its chat needs the owner for. */
  showsNeed: boolean
  actions: RowHandlers
  onSelect: (id: string, isRange: boolean) => void
}

/** One session of the list: contact, time, last message, and what it needs. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, to, now, isOpen, isTabbable, isSelecting, isSelected } = props
  const { actions, onSelect, showsNeed, found } = props
  const say = useWords()
  const name = contactName(session.contact)
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
        <Checkbox
          isLabelHidden
          label={say('selectOf', { name })}
          checked={isSelected}
          onChange={() => onSelect(session.id, false)}
        />
      ) : (
        <Avatar name={name} size="large" />
      )}
      <Link
        to={to}
        // By default the link asks the router for its current address, which may lag behind the
        // shown one.
        replace={isOpen}
        className={styles['link']}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={isTabbable ? 0 : -1}
        data-row={session.id}
        draggable={false}
        onClick={(event) => {
          if (!isSelecting && !event.shiftKey) return
          event.preventDefault()
          onSelect(session.id, event.shiftKey)
        }}
      >
        <RowText {...{ session, now, showsNeed, found }} />
      </Link>
      <RowActions {...{ session, actions, showsNeed }} />
    </div>
  )
})

/**
 * Memoized: it renders only for a new session or minute, while the address of its link changes
 * often.
 */
const RowText = memo(function RowText(props: RowTextProps) {
  return (
    <>
      <RowHead {...props} />
      {props.showsNeed ? <RowNeed {...props} /> : <RowSummary {...props} />}
    </>
  )
})

type RowTextProps = Pick<SessionRowProps, 'session' | 'now' | 'showsNeed' | 'found'>

function RowHead({ session, now }: RowTextProps) {
  const formats = useFormats()
  // The time by which the list is ordered.
  const { contact, job, lastActivityAt: at } = session
  return (
    <span className={styles['head']}>
      <span className={styles['name']}>
        <bdi>{contactName(contact)}</bdi>
      </span>
      {job !== null && (
        <span className={styles['job']} dir="auto">
          <ColorDot color={job.color} /> <span>{job.name}</span>
        </span>
      )}
      <time dateTime={at} title={formats.dateTime(at)}>
        {shortTime(formats, at, now)}
      </time>
    </span>
  )
}

/** What the chat needs its owner for. */
function RowNeed({ session, now }: RowTextProps) {
  const say = useWords()
  const formats = useFormats()
  const text = needText(session, say, formats)
  return (
    <span className={styles['words']}>
      <span className={styles['preview']} data-tone={needBadge(session)?.tone} title={text}>
        <bdi>{text}</bdi>
      </span>
      {isToAnswer(session) && (
        <span className={styles['signs']}>
          <WindowRing {...{ session, now }} />
        </span>
      )}
    </span>
  )
}

function RowSummary({ session, now, found }: RowTextProps) {
  const say = useWords()
  const draft = useDraftPreview(session.id)
  const badge = needBadge(session)
  const { status, unreadCount, lastMessage } = session
  return (
    <span className={styles['words']}>
      {found !== undefined ? (
        <span className={styles['preview']}>
          <Marked {...found.snippet} />
        </span>
      ) : draft === undefined ? (
        <Preview message={lastMessage} />
      ) : (
        <span className={styles['preview']}>
          <b className={styles['draft']}>{say('draft')}</b> <bdi>{draft}</bdi>
        </span>
      )}
      <span className={styles['signs']}>
        {badge !== undefined && <Badge tone={badge.tone}>{say(badge.word)}</Badge>}
        {badge === undefined && status !== 'active' && <Badge>{say(`status.${status}`)}</Badge>}
        <CountBadge count={unreadCount} label={say('unreadCount', { count: unreadCount })} />
        <WindowRing {...{ session, now }} />
      </span>
    </span>
  )
}

/** Actions on a session without opening it. */
const RowActions = memo(function RowActions(
  props: Pick<SessionRowProps, 'session' | 'actions' | 'showsNeed'>,
) {
  const { session, actions, showsNeed } = props
  const say = useWords()
  const { unreadCount, savedForLater: isSaved } = session
  const isUnread = unreadCount > 0
  const name = contactName(session.contact)
  if (showsNeed) {
    return (
      <span className={styles['actions']}>
        <SetAside session={session} tabIndex={-1} />
      </span>
    )
  }
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

const dayMs = 24 * 60 * 60 * 1000

/** A short time: the time today, the weekday this week, else the date. */
function shortTime(formats: Formats, at: string, now: number): string {
  if (formats.date(at) === formats.date(now)) return formats.time(at)
  const ageMs = now - Date.parse(at)
  if (ageMs < 6 * dayMs) return formats.date(at, { weekday: 'short' })
  if (ageMs < 300 * dayMs) return formats.date(at, { day: 'numeric', month: 'short' })
  return formats.date(at, { day: 'numeric', month: 'short', year: '2-digit' })
}

/** The actions of the row's buttons. */
export interface RowHandlers {
  toggleRead: (session: ChatSession) => void
  toggleSaved: (session: ChatSession) => void
}

/** Stable and shared by all rows, which are memoized. */
export function useRowActions(): RowHandlers {
  const markChats = useMarkChats()
  const saveChats = useSaveChats()
  return useMemo(
    () => ({
      toggleRead: (session) => markChats([session], session.unreadCount > 0),
      toggleSaved: (session) => saveChats([session], { savedForLater: !session.savedForLater }),
    }),
    [markChats, saveChats],
  )
}
