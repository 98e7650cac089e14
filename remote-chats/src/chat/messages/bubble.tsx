import type { Message } from '@errand/contract/chats/message'
import { retryMessageCall } from '@errand/contract/chats/reply'
import { callApi, useConnection } from '@errand/shared-auth'
import { Button, VisuallyHidden, classNames, useFormats } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Bot, Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'

import { patchChat, withMessage } from '../../data/chat.ts'
import { useInboxAddress } from '../../data/inbox-address.ts'
import type { OutboxEntry } from '../../send/entries.ts'
import { PendingFile } from '../../send/files/tray.tsx'
import refusal from '../../send/refusal.module.css'
import { useChatDrafts } from '../../send/reply.ts'
import { SendFailureNotice } from '../../send/use-outbox.tsx'
import { openTemplates } from '../../shared/panes.ts'
import { HelpLink, canRetry, showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import { Feedback } from './assistant-answer.tsx'
import styles from './bubble.module.css'
import type { BubbleRow } from './chat-rows.ts'
import { MessageActions, Undo, canUndo } from './message-actions.tsx'
import {
  MessageBody,
  MessageChoices,
  MessageNotes,
  TemplateName,
  toOneLine,
} from './message-body.tsx'
import { NoteCard } from './notes.tsx'
import { ExplainButton } from './why-reply.tsx'

interface BubbleProps {
  row: BubbleRow
  contactName: string
  /** Whether the owner searched for this message. */
  isHit: boolean
  quoted: Message | undefined
}

/**
 * A message, or a reply that the api has not accepted yet. When it is accepted, Undo stays the same
 * element, so that a press in progress still works.
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
        <MessageExtras message={row.message} />
      ) : (
        row.entry.state === 'failed' && <SendFailureNotice entry={row.entry} />
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
          <Bot size={14} /> <span>{name}</span>
        </p>
      )}
      <div className={styles['beside']}>
        <div className={classNames(styles['bubble'], styles[author], styles[status])}>
          <VisuallyHidden>{`${name}: `}</VisuallyHidden>
          {message.replyToId !== undefined && <Quote message={quoted} />}
          <MessageBody message={message} />
          <MessageChoices message={message} />
          <MessageFooter message={message} />
        </div>
        <MessageActions message={message} />
      </div>
    </>
  )
}

/** Status, reaction and notes of a message. */
function MessageExtras({ message }: { message: Message }) {
  const say = useWords()
  const { status, reaction, type, remarks, error } = message
  return (
    <>
      <MessageNotes message={message} />
      {status === 'failed' && <MessageFailure message={message} />}
      {status === 'queued' && error !== undefined && (
        <p className={styles['note']}>
          <Clock size={14} aria-hidden="true" /> <span>{say('waitsToBeSent')}</span>{' '}
          <bdi>{error.detail}</bdi>
        </p>
      )}
      {reaction !== undefined && type !== 'reaction' && (
        <span className={styles['reaction']}>{reaction}</span>
      )}
      {remarks.length > 0 && (
        <ul className={styles['remarks']} aria-label={say('remarks')}>
          {remarks.map((remark) => (
            <li key={remark.id}>
              <NoteCard remark={remark} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MessageFooter({ message }: { message: Message }): ReactNode {
  const say = useWords()
  const formats = useFormats()
  const { createdAt, editedAt, deletedAt, author, direction, status } = message
  const isEdited = editedAt !== undefined && deletedAt === undefined
  return (
    <span className={styles['foot']}>
      {author === 'assistant' && <ExplainButton message={message} />}
      {author === 'assistant' && <Feedback message={message} />}
      {isEdited && <span title={formats.dateTime(editedAt)}>{say('messageEdited')}</span>}
      <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
        {formats.time(createdAt)}
      </time>
      {direction === 'out' && status !== 'received' && <Ticks status={status} />}
    </span>
  )
}

const ticks = {
  queued: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
} as const

/** The delivery status as an icon with its name. */
function Ticks({ status }: { status: keyof typeof ticks }) {
  const say = useWords()
  const Icon = ticks[status]
  return (
    <span
      className={styles['ticks']}
      data-status={status}
      role="img"
      aria-label={say(`ticks.${status}`)}
    >
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}

interface PendingBubbleProps {
  entry: OutboxEntry
  quoted: Message | undefined
}

/**
 * A reply that the api has not accepted yet: being sent, waiting for the network, or refused. It
 * has the height of its message, so that Undo does not move.
 */
function PendingBubble({ entry, quoted }: PendingBubbleProps) {
  const { state, text, template, file, replyToId } = entry
  const say = useWords()
  const isOffline = useConnection() === 'offline'
  const className = state === 'failed' ? styles['failed'] : styles['pending']
  return (
    <div className={styles['beside']}>
      <div className={classNames(styles['bubble'], styles['owner'], className)}>
        {replyToId !== undefined && <Quote message={quoted} />}
        {template !== undefined && <TemplateName name={template.name} />}
        {file !== undefined && <PendingFile {...file} />}
        {text !== '' && (
          <p className={styles['text']} dir="auto">
            {text}
          </p>
        )}
        <span className={styles['foot']}>
          {state !== 'failed' && (
            <span role="status" className={styles['waiting']}>
              <Clock size={14} aria-hidden="true" />
              <span>{say(isOffline ? 'waitingForNetwork' : 'sending')}</span>
            </span>
          )}
        </span>
      </div>
    </div>
  )
}

/** The quoted message; pressing it jumps there. */
function Quote({ message }: { message: Message | undefined }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  if (message === undefined) return <p className={styles['quote']}>{say('quoteFar')}</p>
  return (
    <button type="button" className={styles['quote']} onClick={() => jumpTo(message.id)}>
      <b>{say(message.author === 'contact' ? 'quoteOfContact' : `author.${message.author}`)}</b>
      <span dir="auto">{toOneLine(message, say)}</span>
    </button>
  )
}

/** Why a message was not delivered, in the provider's words, and the action that helps. */
function MessageFailure({ message: { id, sessionId, error } }: { message: Message }) {
  const say = useWords()
  const { write } = useChatDrafts()
  const { mutate: retry, isPending } = useMutation({
    mutationFn: () => callApi(retryMessageCall, { id }),
    onSuccess: ({ message }) => patchChat(sessionId, (chat) => withMessage(chat, message)),
    onError: showError,
  })
  const handleTemplate = () => {
    // Templates replace the reply box, and the owner may be writing a note.
    write(sessionId, { mode: 'reply' })
    openTemplates()
  }
  return (
    <div className={refusal['refusal']} role="group" aria-label={say('ticks.failed')}>
      <p>
        <b>{error?.title ?? say('ticks.failed')}</b>
        {error !== undefined && <span>{` ${error.detail}`}</span>}
        <span>{` ${say('notCharged')}`}</span>
      </p>
      <HelpLink action={error?.action} />
      {error?.action === 'send_template' && (
        <Button size="small" onClick={handleTemplate}>
          {say('sendTemplate')}
        </Button>
      )}
      {canRetry(error) && (
        <Button size="small" isBusy={isPending} onClick={() => retry()}>
          {say('sendAgain')}
        </Button>
      )}
    </div>
  )
}
