import type { Message } from '@errand/contract/chats/message'
import { Button, Progress, VisuallyHidden, classNames, useFormats } from '@errand/shared-ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'

import type { Chat } from '../../data/chat.ts'
import { useReadMarks } from '../../data/read-marks.ts'
import type { OutboxEntry } from '../../send/entries.ts'
import { useWords } from '../../words/words.ts'
import { Bubble } from './bubble.tsx'
import styles from './chat-messages.module.css'
import { contentOf, toChatRows, useEnd, useJump, usePages, type ChatRow } from './chat-rows.ts'
import { toOneLine, kindLabel } from './message-body.tsx'

/** Within this distance the list counts as scrolled to its end. */
const endThresholdPx = 80

interface ChatMessagesProps {
  chat: Chat
  pending: readonly OutboxEntry[]
  contactName: string
  /** The id of the message to scroll to. */
  hitId: string | undefined
}

/**
 * The messages of a chat; only the visible ones are rendered. Earlier messages that are loaded do
 * not move them, and at the end the list follows new messages.
 */
export function ChatMessages({ chat, pending, contactName, hitId }: ChatMessagesProps) {
  const say = useWords()
  const formats = useFormats()
  const { session, items, hasMoreBefore, hasMoreAfter } = chat
  const frame = useRef<HTMLDivElement>(null)
  // The unread marker stays in place while the owner reads.
  const [firstUnreadId] = useState(chat.firstUnreadId)
  const rows = useMemo(
    () => toChatRows({ items, pending, firstUnreadId, hasMoreBefore, dayOf: formats.date }),
    [items, pending, firstUnreadId, hasMoreBefore, formats],
  )
  const byId = useMemo(() => new Map(items.map((message) => [message.id, message])), [items])
  // Its results change without React knowing, so nothing here may be memoized by it.
  // eslint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 64,
    // Stable: a new function would make the virtualizer measure all rows again.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThresholdPx,
    paddingStart: 16,
    paddingEnd: 12,
    initialRect: { width: 640, height: 640 },
  })
  const renderedRows = virtual.getVirtualItems()
  const { isAtEnd, unseen, toEnd } = useEnd({ virtual, chat, pending, rows, hitId })
  const pages = usePages({
    chat,
    first: renderedRows[0]?.index ?? 0,
    last: renderedRows.at(-1)?.index ?? 0,
    count: rows.length,
  })
  useJump({ rows, hitId, scrollTo: virtual.scrollToIndex })
  useReadMarks({
    session,
    newest: items.findLast(({ direction }) => direction === 'in'),
    isInView: isAtEnd && !hasMoreAfter,
  })
  return (
    <div className={styles['pane']}>
      {pages.isLoadingOlder && (
        <div className={styles['loading']}>
          <Progress label={say('loadingOlder')} />
        </div>
      )}
      {pages.isLost && (
        <div className={styles['retry']} role="alert">
          <Button size="small" onClick={pages.retry}>
            {say('olderFailed')}
          </Button>
        </div>
      )}
      {/* The list scrolls, so it has to be reachable by keyboard. */}
      {/* eslint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={frame}
        className={styles['frame']}
        role="region"
        aria-label={say('messagesWith', { name: contactName })}
        tabIndex={0}
      >
        {/* eslint-enable jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['list']} style={{ blockSize: virtual.getTotalSize() }}>
          {renderedRows.map(({ index, key, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles['item']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row {...{ row, contactName, hitId, byId }} />
              </div>
            )
          })}
        </div>
      </div>
      {(!isAtEnd || hasMoreAfter) && (
        <div className={styles['pill']}>
          <Button size="small" icon={<ArrowDown size={14} aria-hidden />} onClick={toEnd}>
            {unseen > 0 ? say('newMessages', { count: unseen }) : say('toEnd')}
          </Button>
        </div>
      )}
      <MessageAnnouncer chat={chat} contactName={contactName} />
    </div>
  )
}

interface RowProps {
  row: ChatRow
  contactName: string
  hitId: string | undefined
  byId: ReadonlyMap<string, Message>
}

function Row({ row, contactName, hitId, byId }: RowProps): ReactNode {
  const say = useWords()
  const formats = useFormats()
  switch (row.kind) {
    case 'day':
      return (
        <p className={styles['day']}>
          <span>{formats.date(row.at, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
        </p>
      )
    case 'new':
      return (
        <p className={styles['new']}>
          <span>{say('new')}</span>
        </p>
      )
    case 'event':
      return <EventLine message={row.message} />
    default:
      return (
        <Bubble
          row={row}
          contactName={contactName}
          isHit={row.kind === 'message' && row.message.id === hitId}
          quoted={byId.get(contentOf(row).replyToId ?? '')}
        />
      )
  }
}

/** An event of the chat as a thin line. */
function EventLine({ message }: { message: Message }) {
  const say = useWords()
  const formats = useFormats()
  const { text, createdAt, status, error } = message
  const label = kindLabel(message, say)
  const isUntil = message.kind === 'calls_allowed' && text !== ''
  const detail = isUntil ? say('callsUntil', { date: formats.date(text) }) : text
  const hasFailed = status === 'failed'
  return (
    <p
      data-message={message.id}
      className={classNames(styles['event'], hasFailed && styles['eventFailed'])}
    >
      <span dir="auto">{label === undefined ? text : `${label} ${detail}`.trim()}</span>
      {hasFailed && error !== undefined && <span>{error.detail}</span>}
      <time dateTime={createdAt}>{formats.time(createdAt)}</time>
    </p>
  )
}

/** Older announcements are dropped. */
const maxAnnounced = 20

/**
 * Announces the contact's new messages to screen readers, each once, and edited texts. Not the list
 * itself: it renders visible rows only, so scrolling would announce them again.
 */
function MessageAnnouncer({ chat, contactName }: { chat: Chat; contactName: string }) {
  const say = useWords()
  const { items, hasMoreAfter } = chat
  return (
    <VisuallyHidden>
      <span role="log" aria-label={say('newFrom', { name: contactName })} aria-live="polite">
        {/* An old part of the chat has no new messages; announcements start again at the end. */}
        {!hasMoreAfter && <AnnouncedMessages {...{ items, contactName }} />}
      </span>
    </VisuallyHidden>
  )
}

function AnnouncedMessages({ items, contactName }: Pick<Chat, 'items'> & { contactName: string }) {
  const say = useWords()
  const [startSeq] = useState(items.at(-1)?.seq ?? 0)
  const toAnnouncement = (message: Message) => {
    const isFile = message.text === '' && message.media !== undefined
    return isFile ? say('sentFile') : toOneLine(message, say)
  }
  return items
    .filter(({ seq, direction }) => seq > startSeq && direction === 'in')
    .slice(-maxAnnounced)
    .map((message) => (
      <span key={message.id} dir="auto">
        {`${contactName}: ${toAnnouncement(message)}. `}
      </span>
    ))
}
