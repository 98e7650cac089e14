import { Button, IconButton, isComposing, Notice } from '@errand/shared-ui'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { Bubble } from './bubble.tsx'
import { CollectedAnswers } from './collected-answers.tsx'
import styles from './phone.module.css'
import type { TestChat } from './use-test-chat.ts'
import { useWords } from './words/words.ts'

interface PhoneProps {
  chat: TestChat
  /** Keeps the chat as a test; nothing where there is no job yet to keep it with. */
  onKeep: (() => void) | undefined
}

/** A phone beside the form: what a customer would see, of the job as it stands in the form. */
export function Phone({ chat, onKeep }: PhoneProps) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const name = useWatch({ control, name: 'name' })
  const hasAnswer = chat.turn !== undefined && !chat.isThinking
  return (
    <section aria-label={say('phone')} className={styles['phone']}>
      <header className={styles['top']}>
        <h2 dir="auto">{name.trim() || say('unnamed')}</h2>
        <IconButton
          size="small"
          label={say('again')}
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
          <Button size="small" disabled={!hasAnswer} onClick={onKeep}>
            {say('keep')}
          </Button>
        )}
        {chat.leftOut > 0 && (
          <p className={styles['muted']}>{say('leftOut', { count: chat.leftOut })}</p>
        )}
        {chat.turn?.provider === 'scripted' && <p className={styles['muted']}>{say('builtIn')}</p>}
      </footer>
    </section>
  )
}

function Messages({ chat }: { chat: TestChat }) {
  const say = useWords()
  const log = useRef<HTMLDivElement>(null)
  const shown = useRef<unknown>(undefined)
  const count = chat.messages.length
  useEffect(() => {
    if (shown.current === chat.messages) return
    shown.current = chat.messages
    log.current?.scrollTo?.({ top: log.current.scrollHeight })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <div ref={log} role="log" tabIndex={0} aria-label={say('log')} className={styles['screen']}>
      {count === 0 && <p className={styles['hint']}>{say('hint')}</p>}
      {chat.messages.map((message, index) => (
        // eslint-disable-next-line react/no-array-index-key -- a chat only grows
        <Bubble key={index} message={message} />
      ))}
      {chat.isThinking && <p className={styles['thinking']}>{say('thinking')}</p>}
    </div>
  )
}

type FailureProps = { chat: TestChat; failure: NonNullable<TestChat['failure']> }

function Failure({ chat, failure }: FailureProps) {
  const say = useWords()
  const why = failure.kind === 'invalid' ? say('invalid', { why: failure.why }) : say(failure.kind)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={say('failed')}
      actions={
        <Button size="small" onClick={chat.retry}>
          {say('retry')}
        </Button>
      }
    >
      <p>{say('failedWhy', { why })}</p>
    </Notice>
  )
}

const longest = 4096

function Composer({ chat }: { chat: TestChat }) {
  const say = useWords()
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() === '') return
    chat.send(text.trim())
    setText('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    // It stands beside a form that Enter would save.
    event.preventDefault()
    send()
  }
  return (
    <div className={styles['composer']}>
      <input
        aria-label={say('message')}
        placeholder={say('message')}
        dir="auto"
        maxLength={longest}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
      />
      <IconButton
        label={say('send')}
        variant="primary"
        icon={<SendHorizontal size={16} aria-hidden />}
        disabled={text.trim() === ''}
        onClick={send}
      />
    </div>
  )
}
