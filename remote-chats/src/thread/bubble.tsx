import type { Message } from '@errand/contract/chats/message'
import { useConnection } from '@errand/shared-auth'
import { VisuallyHidden, classNames, useFormats } from '@errand/shared-ui'
import { Bot, Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { Feedback } from '../feedback/feedback.tsx'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { Refusal } from '../outbox/refusal.tsx'
import { RemarkNote } from '../remarks/remarks.tsx'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { MessageActions, Undo, canUndo } from './message-actions.tsx'
import {
  MessageBody,
  MessageChoices,
  MessageNotes,
  TemplateName,
  inOneLine,
} from './message-body.tsx'
import { MessageFailure } from './message-failure.tsx'
import type { BubbleRow } from './thread-rows.ts'
import { WhyButton } from './why.tsx'

interface BubbleProps {
  row: BubbleRow
  contactName: string
  /** The one that was looked for. */
  isHit: boolean
  quoted: Message | undefined
}

/**
 * A message, or a reply that the api does not have yet. When the api answers, Undo stays the same
 * button: whoever is pressing it presses it still.
 */
export function Bubble({ row, contactName, isHit, quoted }: BubbleProps) {
  const say = useWords()
  const message = row.kind === 'message' ? row.message : undefined
  const author = message?.author ?? 'owner'
  const name = author === 'contact' ? contactName : say(`author.${author}`)
  return (
    <article
      aria-label={say('messageOf', { name })}
      data-message={message?.id}
      className={classNames(
        styles['line'],
        styles[message?.direction ?? 'out'],
        row.isLast && styles['last'],
        isHit && styles['hit'],
      )}
    >
      {row.kind === 'message' ? (
        <MessageBubble {...{ row, name, quoted }} />
      ) : (
        <PendingBubble entry={row.entry} quoted={quoted} />
      )}
      {canUndo(row) && <Undo row={row} />}
      {row.kind === 'message' ? (
        <BelowMessage message={row.message} />
      ) : (
        row.entry.state === 'failed' && <Refusal entry={row.entry} />
      )}
    </article>
  )
}

interface MessageBubbleProps {
  row: Extract<BubbleRow, { kind: 'message' }>
  name: string
  quoted: Message | undefined
}

function MessageBubble({ row: { message, isFirst }, name, quoted }: MessageBubbleProps) {
  const { author, direction, status } = message
  return (
    <>
      {isFirst && direction === 'out' && author !== 'owner' && (
        <p className={styles['author']} aria-hidden="true">
          <Bot size={14} /> {name}
        </p>
      )}
      <div className={styles['beside']}>
        <div className={classNames(styles['bubble'], styles[author], styles[status])}>
          <VisuallyHidden>{name}: </VisuallyHidden>
          {message.replyToId !== undefined && <Quote message={quoted} />}
          <MessageBody message={message} />
          <MessageChoices message={message} />
          <Foot message={message} />
        </div>
        <MessageActions message={message} />
      </div>
    </>
  )
}

/** What became of a message, and what was noted on it. */
function BelowMessage({ message }: { message: Message }) {
  return (
    <>
      <MessageNotes message={message} />
      {message.status === 'failed' && <MessageFailure message={message} />}
      {message.reaction !== undefined && message.type !== 'reaction' && (
        <span className={styles['reaction']}>{message.reaction}</span>
      )}
      <RemarkNotes message={message} />
    </>
  )
}

function Foot({ message }: { message: Message }): ReactNode {
  const say = useWords()
  const formats = useFormats()
  const { createdAt, editedAt, deletedAt, author, direction, status } = message
  const isEdited = editedAt !== undefined && deletedAt === undefined
  return (
    <span className={styles['foot']}>
      {author === 'assistant' && <WhyButton message={message} />}
      {author === 'assistant' && <Feedback message={message} />}
      {isEdited && <span title={formats.dateTime(editedAt)}>{say('messageEdited')}</span>}
      <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
        {formats.time(createdAt)}
      </time>
      {direction === 'out' && <MessageTicks status={status} />}
    </span>
  )
}

interface PendingBubbleProps {
  entry: OutboxEntry
  quoted: Message | undefined
}

/**
 * A reply that the api does not have yet: on its way, waiting for the network, or refused. It has the
 * height of its message, so that Undo stays in place.
 */
function PendingBubble({ entry, quoted }: PendingBubbleProps) {
  const { state, text, template, replyToId } = entry
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
        {replyToId !== undefined && <Quote message={quoted} />}
        {template !== undefined && <TemplateName name={template.name} />}
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

/** The message that another one answers; a press goes to it. */
function Quote({ message }: { message: Message | undefined }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  if (message === undefined) return <p className={styles['quote']}>{say('quoteFar')}</p>
  return (
    <button type="button" className={styles['quote']} onClick={() => jumpTo(message.id)}>
      <b>{say(message.author === 'contact' ? 'quoteOfContact' : `author.${message.author}`)}</b>
      <span dir="auto">{inOneLine(message, say)}</span>
    </button>
  )
}

/** What was remarked on a message, at its margin. */
function RemarkNotes({ message }: { message: Message }) {
  const say = useWords()
  if (message.remarks.length === 0) return null
  return (
    <ul className={styles['remarks']} aria-label={say('remarks')}>
      {message.remarks.map((remark) => (
        <li key={remark.id}>
          <RemarkNote remark={remark} />
        </li>
      ))}
    </ul>
  )
}

const looks = {
  queued: { Icon: Clock, word: 'ticks.queued' },
  sent: { Icon: Check, word: 'ticks.sent' },
  delivered: { Icon: CheckCheck, word: 'ticks.delivered' },
  read: { Icon: CheckCheck, word: 'ticks.read' },
  failed: { Icon: CircleAlert, word: 'ticks.failed' },
} as const

/** How far a message came, as a sign with its word. */
function MessageTicks({ status }: { status: Message['status'] }) {
  const say = useWords()
  if (status === 'received') return null
  const { Icon, word } = looks[status]
  return (
    <span className={styles['ticks']} data-status={status} role="img" aria-label={say(word)}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
