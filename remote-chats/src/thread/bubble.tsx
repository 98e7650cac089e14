import type { Message } from '@errand/contract/chats/message'
import { classNames, useFormats, VisuallyHidden } from '@errand/shared-ui'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'

import { Feedback } from '../feedback/feedback.tsx'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { MessageActions } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageFailure } from './message-failure.tsx'
import { MessageChoices, MessageNotes } from './message-notes.tsx'
import { MessageTicks } from './message-ticks.tsx'
import { Quote } from './quote.tsx'
import { RemarkNotes } from './remark-notes.tsx'
import { UndoRing } from './undo-ring.tsx'
import { useUndoReply } from './use-undo-reply.ts'
import { WhyButton } from './why-button.tsx'

interface BubbleProps {
  message: Message
  contactName: string
  isFirst: boolean
  isLast: boolean
  /** The one that was looked for. */
  isHit: boolean
  quoted: Message | undefined
}

/** One message with its delivery, its reasons and what was noted on it. */
export function Bubble({ message, contactName, isFirst, isLast, isHit, quoted }: BubbleProps) {
  const say = useWords()
  const { author, direction, status, heldUntil } = message
  const undo = useUndoReply()
  const name = author === 'contact' ? contactName : say(`author.${author}`)
  return (
    <article
      aria-label={say('messageOf', { name })}
      data-message={message.id}
      className={classNames(
        styles['line'],
        styles[direction],
        isLast && styles['last'],
        isHit && styles['hit'],
      )}
    >
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
      {status === 'queued' && heldUntil !== undefined && author === 'owner' && (
        <UndoRing from={message.createdAt} until={heldUntil} onUndo={() => undo(message)} />
      )}
      <MessageNotes message={message} />
      {status === 'failed' && <MessageFailure message={message} />}
      {message.reaction !== undefined && message.type !== 'reaction' && (
        <span className={styles['reaction']}>{message.reaction}</span>
      )}
      <RemarkNotes message={message} />
    </article>
  )
}

function Foot({ message }: { message: Message }): ReactNode {
  const formats = useFormats()
  const { createdAt, author, direction, status } = message
  return (
    <span className={styles['foot']}>
      {author === 'assistant' && <WhyButton message={message} />}
      {author === 'assistant' && <Feedback message={message} />}
      <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
        {formats.time(createdAt)}
      </time>
      {direction === 'out' && <MessageTicks status={status} />}
    </span>
  )
}
