import { isBuiltIn } from '@errand/contract/chats/run'
import { hasVisibleText } from '@errand/contract/visible-text'
import { profileQuery } from '@errand/shared-auth'
import {
  Avatar,
  Button,
  IconButton,
  Notice,
  VisuallyHidden,
  classNames,
  isComposing,
  TooLong,
  tooLongBy,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { BuiltInNote } from '../assist/built-in-note.tsx'
import type { FieldValues } from '../job-draft/field-values.ts'
import { useWords, words } from '../job-draft/words/words.ts'
import { CollectedAnswers } from './collected-answers.tsx'
import styles from './phone.module.css'
import type { TestChat, TestMessage } from './use-test-chat.ts'

export interface PhoneProps {
  chat: TestChat
  jobName: string
  fields: readonly FieldValues[]
  /** What the empty phone says: which state of the job answers. */
  hint: string
  /** Whether the first message can be typed at once. */
  isFocused?: boolean
  /** Keeps the chat as a test; undefined if it cannot be kept. */
  onKeep?: (() => void) | undefined
}

/** A test phone: shows what a contact would see, and what the assistant understood. */
export function Phone({ chat, jobName, fields, hint, isFocused = false, onKeep }: PhoneProps) {
  const say = useWords()
  const canKeep = chat.turn !== undefined && !chat.isThinking
  return (
    <section aria-label={say('phone')} className={styles['phone']}>
      <PhoneHeader chat={chat} jobName={jobName} />
      <Messages chat={chat} hint={hint} />
      {chat.failure !== undefined && <Failure chat={chat} failure={chat.failure} />}
      <Composer chat={chat} isFocused={isFocused} />
      <CollectedAnswers turn={chat.turn} fields={fields} />
      <footer className={styles['foot']}>
        {onKeep !== undefined && (
          <Button size="small" disabled={!canKeep} onClick={onKeep}>
            {say('keep')}
          </Button>
        )}
        {chat.leftOut > 0 && (
          <p className={styles['muted']}>{say('leftOut', { count: chat.leftOut })}</p>
        )}
        {isBuiltIn(chat.turn?.provider ?? '') && <BuiltInNote />}
      </footer>
    </section>
  )
}

/** The business as contacts know it; below it the job that answers. */
function PhoneHeader({ chat, jobName }: Pick<PhoneProps, 'chat' | 'jobName'>) {
  const say = useWords()
  const { data: owner } = useQuery(profileQuery())
  const business = owner?.settings.business.name || owner?.name || jobName
  return (
    <header className={styles['top']}>
      <Avatar name={business} />
      <div className={styles['names']}>
        <h2 dir="auto">{business}</h2>
        {business !== jobName && <p dir="auto">{jobName}</p>}
      </div>
      <IconButton
        size="small"
        label={say('startAgain')}
        icon={<RotateCcw size={16} aria-hidden />}
        disabled={chat.messages.length === 0}
        onClick={chat.restart}
      />
    </header>
  )
}

function Messages({ chat, hint }: Pick<PhoneProps, 'chat' | 'hint'>) {
  const say = useWords()
  const log = useRef<HTMLDivElement>(null)
  const shown = useRef<unknown>(undefined)
  useEffect(() => {
    if (shown.current === chat.messages) return
    shown.current = chat.messages
    log.current?.scrollTo?.({ top: log.current.scrollHeight })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <div ref={log} role="log" tabIndex={0} aria-label={say('log')} className={styles['screen']}>
      {chat.messages.length === 0 && <p className={styles['hint']}>{hint}</p>}
      {chat.messages.map((message, index) => (
        // eslint-disable-next-line react/no-array-index-key -- a chat only grows
        <Bubble key={index} message={message} isLast={index === chat.messages.length - 1} />
      ))}
      {chat.isThinking && <p className={styles['thinking']}>{say('writing')}</p>}
    </div>
  )
}

type FailureProps = { chat: TestChat; failure: NonNullable<TestChat['failure']> }

function Failure({ chat, failure }: FailureProps) {
  const say = useWords()
  const why =
    failure.kind === 'invalid'
      ? say('test_invalid', { why: failure.why })
      : say(`test_${failure.kind}`)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={say('noReply')}
      actions={
        <Button size="small" onClick={chat.retry}>
          {say('tryAgain')}
        </Button>
      }
    >
      <p>{say('failedWhy', { why })}</p>
    </Notice>
  )
}

const maxMessageLength = 4096

function Composer({ chat, isFocused }: { chat: TestChat; isFocused: boolean }) {
  const say = useWords()
  const [text, setText] = useState('')
  const id = useId()
  const by = tooLongBy(text, maxMessageLength)
  const canSend = hasVisibleText(text) && by === 0
  const send = () => {
    if (!canSend) return
    chat.send(text.trim())
    setText('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    // The phone stands beside a form, which Enter would submit.
    event.preventDefault()
    send()
  }
  return (
    <div className={styles['composer']}>
      <input
        autoFocus={isFocused}
        aria-label={say('message')}
        placeholder={say('message')}
        dir="auto"
        aria-invalid={by > 0 || undefined}
        aria-describedby={by > 0 ? id : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
      />
      <IconButton
        label={say('send')}
        variant="primary"
        icon={<SendHorizontal size={16} aria-hidden />}
        disabled={!canSend}
        onClick={send}
      />
      <TooLong {...{ id, by }} />
    </div>
  )
}

interface BubbleProps {
  message: TestMessage
  isLast: boolean
}

/** One message of the test chat and what the assistant did; for the last one also why. */
function Bubble({ message, isLast }: BubbleProps) {
  const say = useWords()
  const { author, text, turn } = message
  const reason = turn?.handoffReason ?? undefined
  return (
    <>
      {text !== '' && (
        <p className={classNames(styles['bubble'], styles[author])} dir="auto">
          <VisuallyHidden>{`${say(author === 'contact' ? 'customer' : 'assistant')} `}</VisuallyHidden>
          <span>{text}</span>
        </p>
      )}
      {turn !== undefined && turn.action !== 'continue' && (
        <p className={styles['event']}>
          {say(`action_${turn.action}`) + (reason === undefined ? '' : `: ${say(reason)}`)}
        </p>
      )}
      {turn !== undefined && turn.removed.length > 0 && (
        <p className={styles['event']}>
          {say('takenOut', { what: describeRemoved(turn.removed) })}
        </p>
      )}
      {isLast && turn !== undefined && turn.sources.length > 0 && (
        <p className={styles['event']}>
          <span>{say('restsOn')}</span> <q dir="auto">{turn.sources.join(' ')}</q>
        </p>
      )}
      {isLast && turn?.unanswered !== undefined && (
        <p className={styles['event']}>
          <span>{say('nobodyTold')}</span> <q dir="auto">{turn.unanswered}</q>
        </p>
      )}
    </>
  )
}

const removedKinds = [
  'amount',
  'time',
  'promise',
  'link',
  'email',
  'phone',
  'account',
  'instructions',
  'person',
  'credential',
] as const

/** The kinds of text that were removed from a reply, in words. */
const describeRemoved = (kinds: readonly string[]): string =>
  [...new Set(kinds)]
    .map((kind) => {
      const known = removedKinds.find((one) => one === kind)
      return known === undefined ? kind : words(`takenOut_${known}`)
    })
    .join(', ')
