import type { Message } from '@errand/contract/chats/message'
import { classNames, useFormats, VisuallyHidden } from '@errand/shared-ui'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'

import { Feedback } from '../feedback/feedback.tsx'
import { Refusal } from '../outbox/refusal.tsx'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { MessageActions } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageFailure } from './message-failure.tsx'
import { MessageChoices, MessageNotes } from './message-notes.tsx'
import { MessageTicks } from './message-ticks.tsx'
import { PendingBubble } from './pending-bubble.tsx'
import { Quote } from './quote.tsx'
import { RemarkNotes } from './remark-notes.tsx'
import type { BubbleRow } from './thread-rows.ts'
import { canUndo, Undo } from './undo.tsx'
import { WhyButton } from './why-button.tsx'

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
