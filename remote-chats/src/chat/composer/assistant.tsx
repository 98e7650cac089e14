import { draftReplyCall } from '@errand/contract/chats/draft'
import { setHandlerCall, type ChatSession } from '@errand/contract/chats/session'
import { callApi, isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  IconButton,
  Popover,
  TextField,
  VisuallyHidden,
  useFormats,
  useNow,
  Form,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bot, Sparkles, UserRound } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { readChat } from '../../data/chat.ts'
import { liveRunQuery, type LiveRun } from '../../data/follow-chats.ts'
import { refreshTotals, applySession } from '../../data/session-cache.ts'
import { useChatDraft } from '../../send/reply.ts'
import { focusComposer } from '../../shared/panes.ts'
import { showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import styles from './composer.module.css'

/** Shows who answers in this chat, and lets the owner take over or hand back. */
export function HandlerBar({ session }: { session: ChatSession }) {
  const { handler, status, job } = session
  const isShown =
    handler === 'owner' ? job !== null : handler === 'assistant' && status !== 'closed'
  return isShown && <HandlerControl session={session} />
}

/** One button for both directions, so that it keeps the focus when pressed. */
function HandlerControl({ session }: { session: ChatSession }) {
  const say = useWords()
  const { mutate: change, isPending } = useMutation({
    mutationFn: (handler: 'assistant' | 'owner') =>
      callApi(setHandlerCall, { id: session.id, body: { handler } }),
    onSuccess: (answer) => {
      applySession(answer.session)
      refreshTotals()
    },
    onError: showError,
  })
  const { data: run = null } = useQuery(liveRunQuery(session.id))
  const isOwnerHandling = session.handler === 'owner'
  return (
    <div
      className={styles['driver']}
      data-busy={(!isOwnerHandling && isAssistantBusy(run, session)) || undefined}
    >
      {isOwnerHandling ? (
        <OwnerHandling session={session} />
      ) : (
        <AssistantHandling {...{ session, run }} />
      )}
      <Button
        size="small"
        isBusy={isPending}
        aria-keyshortcuts="h"
        onClick={() => change(isOwnerHandling ? 'assistant' : 'owner')}
      >
        {say(isOwnerHandling ? 'giveBack' : 'takeOver')}
      </Button>
    </div>
  )
}

function AssistantHandling({ session, run }: { session: ChatSession; run: LiveRun | null }) {
  const say = useWords()
  const now = useNow(run?.answersAt == null ? undefined : 500)
  const leftMs = run?.answersAt == null ? 0 : Date.parse(run.answersAt) - now
  return (
    <>
      <Bot size={16} aria-hidden="true" />
      <p aria-live="polite" aria-atomic="true">
        {leftMs > 0 ? (
          <>
            <span aria-hidden="true">
              {say('assistantWaitsFor', { seconds: Math.ceil(leftMs / 1000) })}
            </span>
            {/* Screen readers do not read the countdown. */}
            <VisuallyHidden>{say('assistantWaits')}</VisuallyHidden>
          </>
        ) : (
          say(runStateWord(run, session))
        )}
      </p>
    </>
  )
}

function runStateWord(live: LiveRun | null, session: ChatSession) {
  if ((live?.state ?? session.run) === 'debouncing') return 'assistantWaits'
  if (isAssistantBusy(live, session)) return 'assistantNow'
  return session.run === 'error' ? 'assistantFailed' : 'assistantDrives'
}

const busyStates = new Set(['debouncing', 'locked', 'thinking', 'validating', 'sending'])

/** Whether the assistant is preparing a reply. */
const isAssistantBusy = (live: LiveRun | null, { run }: Pick<ChatSession, 'run'>): boolean =>
  busyStates.has(live?.state ?? run)

function OwnerHandling({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { returnAt, handlerReason } = session
  return (
    <>
      <UserRound size={16} aria-hidden="true" />
      <p>
        {handlerReason !== undefined && handlerReason !== 'owner_takeover' && (
          <b>{`${say(`reason.${handlerReason}`)} · `}</b>
        )}
        <span>
          {returnAt == null
            ? say('ownerDrives')
            : say('ownerDrivesUntil', { time: formats.time(returnAt) })}
        </span>
      </p>
    </>
  )
}

/** Drafts a reply; nothing is sent before the owner has read it. */
export function SuggestButton({ session }: { session: ChatSession }) {
  const say = useWords()
  return (
    <Popover
      label={say('suggest')}
      trigger={<IconButton label={say('suggest')} icon={<Sparkles size={16} aria-hidden />} />}
    >
      {(close) => <SuggestPanel session={session} onDone={close} />}
    </Popover>
  )
}

/** Requests a draft, shows it, and puts it into the reply box in place of the current text. */
function SuggestPanel({ session, onDone }: { session: ChatSession; onDone: () => void }) {
  const say = useWords()
  const { read, write } = useChatDraft(session.id)
  const [instruction, setInstruction] = useState('')
  const stopping = useRef(new AbortController())
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => {
      stopping.current = new AbortController()
      const body = { instruction: instruction.trim(), text: read().reply }
      return callApi(draftReplyCall, { id: session.id, body, signal: stopping.current.signal })
    },
  })
  useEffect(() => () => stopping.current.abort(), [])
  const isProposalOutdated = data !== undefined && isOutdated(session.id, data.basedOn)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  const use = (text: string) => {
    write({ mode: 'reply', reply: text })
    onDone()
    focusComposer()
  }
  return (
    <Form className={styles['suggest']} onSubmit={handleSubmit}>
      <TextField
        label={say('suggestHow')}
        placeholder={say('suggestHowExample')}
        value={instruction}
        maxLength={300}
        onChange={({ target }) => setInstruction(target.value)}
      />
      <div aria-live="polite">
        {data !== undefined && (
          <div className={styles['proposal']}>
            <b>{say(isProposalOutdated ? 'suggestionOld' : 'suggestion')}</b>
            <p dir="auto">{data.text}</p>
          </div>
        )}
        {error !== null && error.name !== 'AbortError' && (
          <p className={styles['error']}>{errorMessage(error)}</p>
        )}
      </div>
      <div className={styles['row']}>
        {isPending && <Button onClick={() => stopping.current.abort()}>{say('stop')}</Button>}
        {data !== undefined && !isPending && (
          <Button variant="primary" disabled={isProposalOutdated} onClick={() => use(data.text)}>
            {say('useIt')}
          </Button>
        )}
        <Button
          type="submit"
          isBusy={isPending}
          variant={data === undefined ? 'primary' : 'secondary'}
        >
          {say(data === undefined ? 'suggest' : 'suggestAgain')}
        </Button>
      </div>
    </Form>
  )
}

const errorMessage = (error: Error): string =>
  (isApiError(error) ? error.problem?.detail : undefined) ?? userMessage(error)

/** Whether the contact has written since the draft was made. */
function isOutdated(sessionId: string, basedOn: string | null): boolean {
  const last = readChat(sessionId)?.items.findLast(({ direction }) => direction === 'in')
  return basedOn !== null && last !== undefined && last.id !== basedOn
}
