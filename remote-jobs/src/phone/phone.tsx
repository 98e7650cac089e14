import { isBuiltIn } from '@errand/contract/chats/run'
import type { TestedJob } from '@errand/contract/job-test'
import { hasVisibleText } from '@errand/contract/visible-text'
import {
  Button,
  type Formats,
  IconButton,
  Notice,
  Progress,
  VisuallyHidden,
  classNames,
  isComposing,
  useFormats,
  TooLong,
  tooLongBy,
} from '@errand/shared-ui'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { BuiltInNote } from '../assist/built-in-note.tsx'
import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords, words } from '../job-draft/words/words.ts'
import styles from './phone.module.css'
import type { TestChat, TestMessage } from './use-test-chat.ts'

interface PhoneProps {
  chat: TestChat
  /** Keeps the chat as a test; undefined before the job is saved. */
  onKeep: (() => void) | undefined
}

/** A test phone: shows what a contact would see, using the unsaved job in the form. */
export function Phone({ chat, onKeep }: PhoneProps) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const name = useWatch({ control, name: 'name' })
  const canKeep = chat.turn !== undefined && !chat.isThinking
  return (
    <section aria-label={say('phone')} className={styles['phone']}>
      <header className={styles['top']}>
        <h2 dir="auto">{name.trim() || say('yourJob')}</h2>
        <IconButton
          size="small"
          label={say('startAgain')}
          icon={<RotateCcw size={16} aria-hidden />}
          disabled={chat.messages.length === 0}
          onClick={chat.restart}
        />
      </header>
      <Messages chat={chat} />
      {chat.failure !== undefined && <Failure chat={chat} failure={chat.failure} />}
      <Composer chat={chat} />
      <CollectedAnswers turn={chat.turn} />
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

function Messages({ chat }: { chat: TestChat }) {
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
      {chat.messages.length === 0 && <p className={styles['hint']}>{say('phoneHint')}</p>}
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

function Composer({ chat }: { chat: TestChat }) {
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

/** The answers collected so far in the test chat. */
function CollectedAnswers({ turn }: { turn: TestedJob | undefined }) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const fields = useWatch({ control, name: 'fields' })
  const named = fields.filter(({ key, label }) => key !== '' && label !== '')
  const required = named.filter((field) => field.required).length
  const progress = turn?.progress ?? { required, answered: 0 }
  return (
    <section aria-label={say('collected')} className={styles['collected']}>
      <header>
        <h3>{say('collected')}</h3>
        {named.length > 0 && (
          <Progress
            label={say('collected')}
            value={progress.required === 0 ? 1 : progress.answered / progress.required}
            text={say('progress', { answered: progress.answered, required: progress.required })}
          />
        )}
      </header>
      {named.length === 0 ? (
        <p className={styles['muted']}>{say('nothingToCollect')}</p>
      ) : (
        <dl>
          {named.map((field) => (
            <Answer key={field.key} field={field} value={turn?.collected.values[field.key]} />
          ))}
        </dl>
      )}
      <AnswersAnnouncement fields={named} turn={turn} />
    </section>
  )
}

interface AnswersAnnouncementProps {
  fields: readonly FieldValues[]
  turn: TestedJob | undefined
}

/** Announces the collected answers when a reply arrives, but not while the fields are edited. */
function AnswersAnnouncement({ fields, turn }: AnswersAnnouncementProps) {
  const formats = useFormats()
  const [announced, setAnnounced] = useState({ turn, text: '' })
  if (announced.turn !== turn) {
    const there = fields.flatMap((field) => {
      const value = turn?.collected.values[field.key] ?? undefined
      return value === undefined ? [] : `${field.label}: ${formatAnswer(field, value, formats)}`
    })
    setAnnounced({ turn, text: there.join('. ') })
  }
  return (
    <VisuallyHidden>
      <span role="status">{announced.text}</span>
    </VisuallyHidden>
  )
}

function Answer({ field, value }: { field: FieldValues; value: unknown }) {
  const say = useWords()
  const formats = useFormats()
  const isThere = value !== undefined && value !== null
  return (
    <div className={isThere ? styles['there'] : undefined}>
      <dt>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>
        {isThere ? (
          <bdi>{formatAnswer(field, value, formats)}</bdi>
        ) : (
          <span className={styles['muted']}>{say('missing')}</span>
        )}
      </dd>
    </div>
  )
}

/** An answer as text. */
function formatAnswer(field: FieldValues, value: unknown, formats: Formats): string {
  if (typeof value === 'boolean') return words(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((one) => formatAnswer(field, one, formats)).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).join(', ')
  const text = String(value)
  if (field.type === 'datetime') return formats.dateTime(text)
  // Noon UTC is the same date in nearly every time zone.
  if (field.type === 'date') return formats.date(`${text}T12:00:00Z`)
  return field.options.find((option) => option.value === text)?.label || text
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

const removedKinds = ['amount', 'time', 'promise', 'link', 'email', 'phone'] as const

/** The kinds of text that were removed from a reply, in words. */
const describeRemoved = (kinds: readonly string[]): string =>
  [...new Set(kinds)]
    .map((kind) => {
      const known = removedKinds.find((one) => one === kind)
      return known === undefined ? kind : words(`takenOut_${known}`)
    })
    .join(', ')
