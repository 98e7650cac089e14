import { maxTextLength, type Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { useConnection } from '@errand/shared-auth'
import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  Card,
  Form,
  FormActions,
  List,
  ListRow,
  Skeleton,
  TextArea,
  TextLink,
  isComposing,
  readNow,
  showUndoToast,
  useFormats,
  useNow,
  tooLongBy,
} from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'

import { sessionsQuery, useInboxSettings, useUnitPrice } from '../chats/chats.queries.ts'
import { windowOf } from '../chats/clock.ts'
import { LoadFailed } from '../chats/parts.tsx'
import { sessionsOf, type SessionPages } from '../chats/session-cache.ts'
import { emptyFilter, type SessionFilter } from '../chats/session-filter.ts'
import { findUnfilled, sendsReply, useChatDraft, useHoldAssistant } from '../composer/reply.ts'
import { ChannelNotice, unreachableReason } from '../composer/unreachable.tsx'
import { Preview, WindowRing, attentionBadge } from '../list/signs.tsx'
import { followChats } from '../live/follow-chats.ts'
import { SendFailureNotice, useOutbox, usePending, useUndoReply } from '../outbox/use-outbox.tsx'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'

/** The others are one link away. */
const maxShown = 5

/** The same query as the view in the inbox, so that both share the cache. */
const filter: SessionFilter = { ...emptyFilter, view: 'needs-you', sort: 'window' }

/** The chats that need the owner, the most urgent first, each with its reason and a reply box. */
export function NeedsYou() {
  const say = useWords()
  useEffect(() => followChats(), [])
  const list = useInfiniteQuery(sessionsQuery(filter))
  if (list.data !== undefined) return <WaitingChats pages={list.data} />
  return (
    <Card title={say('view.needs-you')}>
      {list.isError ? (
        <LoadFailed query={list} detail={say('chatsSafe')} />
      ) : (
        <Skeleton rows={3} rowHeight={64} label={say('loadingChats')} />
      )}
    </Card>
  )
}

function WaitingChats({ pages }: { pages: SessionPages }) {
  const say = useWords()
  const now = useNow()
  const sessions = sessionsOf(pages)
  const count = countWaiting(pages)
  const more = count - Math.min(maxShown, sessions.length)
  if (sessions.length === 0) {
    return (
      <Card>
        <div className={styles['nothing']}>
          <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
          <div>
            <h2>{say('nothing.needs-you')}</h2>
            <p>{say('nothingWhy.needs-you')}</p>
          </div>
        </div>
      </Card>
    )
  }
  return (
    <section className={styles['waiting']} aria-label={say('view.needs-you')}>
      <div className={styles['head']}>
        <h2>{say('needsYouCount', { count })}</h2>
        {more > 0 && (
          <TextLink to={`${paths.chats.list}?view=needs-you&sort=window`}>
            {say('moreChats', { count: more })}
          </TextLink>
        )}
      </div>
      <List label={say('view.needs-you')}>
        {sessions.slice(0, maxShown).map((session) => (
          <WaitingRow key={session.id} session={session} now={now} />
        ))}
      </List>
    </section>
  )
}

/** In a fully loaded list the sessions are counted themselves, because they are live. */
function countWaiting(pages: SessionPages): number {
  const [first] = pages.pages
  const known = sessionsOf(pages).length
  const isFullyLoaded = pages.pages.at(-1)?.nextCursor === null
  return isFullyLoaded ? known : Math.max(known, first?.totals.all ?? 0)
}

/** The shortest waiting time that is shown. */
const minuteMs = 60_000

interface WaitingRowProps {
  session: ChatSession
  now: number
}

/** One waiting chat: contact, reason, waiting time, last message and reply. */
function WaitingRow({ session, now }: WaitingRowProps) {
  const say = useWords()
  const [isReplying, setIsReplying] = useState(false)
  const badge = attentionBadge(session)
  const name = contactName(session.contact)
  const to = `${paths.chats.list}?session=${session.id}`
  const canReply =
    windowOf(session, now).state !== 'closed' && unreachableReason(session) === undefined
  return (
    <>
      <ListRow
        start={<Avatar name={name} />}
        title={
          <span className={styles['title']}>
            <TextLink to={to}>
              <bdi>{name}</bdi>
            </TextLink>
            {badge !== undefined && <Badge tone={badge.tone}>{say(badge.word)}</Badge>}
            <WindowRing session={session} now={now} />
          </span>
        }
        description={
          <span className={styles['last']}>
            <Preview message={session.lastMessage} />
            <WaitingTime session={session} now={now} />
          </span>
        }
        end={
          canReply ? (
            <Button
              size="small"
              aria-expanded={isReplying}
              aria-label={say('replyToName', { name })}
              onClick={() => setIsReplying(!isReplying)}
            >
              {say('mode.reply')}
            </Button>
          ) : (
            // Outside the 24-hour window only a template can be sent, which is chosen in the chat.
            <ButtonLink size="small" to={to} aria-label={say('openChatWith', { name })}>
              {say('open')}
            </ButtonLink>
          )
        }
      />
      <UnsentReplies session={session} />
      {isReplying && canReply && (
        <li className={styles['reply']}>
          <QuickReply session={session} onEnd={() => setIsReplying(false)} />
        </li>
      )}
    </>
  )
}

/** How long the contact has been waiting; the exact time on hover. */
function WaitingTime({ session, now }: WaitingRowProps) {
  const say = useWords()
  const formats = useFormats()
  const { attention, handlerSince, window, lastActivityAt } = session
  // Since the handover, or else since the contact's last message.
  const since = attention.includes('handoff')
    ? handlerSince
    : (window.lastInboundAt ?? lastActivityAt)
  const time = formats.duration(Math.max(minuteMs, now - Date.parse(since)))
  return (
    <time dateTime={since} title={formats.dateTime(since)}>
      {say('waits', { time })}
    </time>
  )
}

/** Replies that have not reached the api, and refused ones with an action. */
function UnsentReplies({ session }: { session: ChatSession }) {
  const say = useWords()
  const isOffline = useConnection() === 'offline'
  const pending = usePending(session.id).filter(({ isTakenBack }) => isTakenBack !== true)
  return pending.map((entry) => (
    <li key={entry.clientId} className={styles['reply']}>
      <p dir="auto">{entry.text}</p>
      {entry.state === 'failed' ? (
        <SendFailureNotice entry={entry} />
      ) : (
        <p role="status" className={styles['pending']}>
          {say(isOffline ? 'waitingForNetwork' : 'sending')}
        </p>
      )}
    </li>
  ))
}

/** A reply box on the dashboard that uses the chat's own draft and outbox. */
function QuickReply({ session, onEnd }: { session: ChatSession; onEnd: () => void }) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const { draft, write } = useChatDraft(session.id)
  const { send } = useOutbox()
  const hold = useHoldAssistant(session)
  const price = useUnitPrice()
  const showSentToast = useSentToast(session)
  const { reply, replyToId } = draft
  const [unfilled] = findUnfilled(reply)
  const isTooLong = tooLongBy(reply, maxTextLength) > 0
  const canSend = hasVisibleText(reply) && unfilled === undefined && !isTooLong
  const submit = () => {
    if (!canSend) return
    send({ sessionId: session.id, text: reply.trim(), replyToId }, showSentToast)
    write({ reply: '', replyToId: undefined })
    onEnd()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onEnd()
    if (!sendsReply(event, inbox.enterSends)) return
    event.preventDefault()
    submit()
  }
  return (
    <Form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ChannelNotice session={session} />
      <TextArea
        label={say('replyToName', { name: contactName(session.contact) })}
        error={unfilled === undefined ? undefined : say('fillBlank', { name: unfilled.name })}
        rows={2}
        maxLength={maxTextLength}
        autoFocus
        value={reply}
        // Continue an existing draft at its end.
        onFocus={({ target }) => target.setSelectionRange(reply.length, reply.length)}
        onChange={({ target }) => {
          write({ mode: 'reply', reply: target.value })
          hold(target.value)
        }}
        onKeyDown={handleKeyDown}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="small" disabled={!canSend}>
          {price === undefined ? say('send') : say('sendFor', { price })}
        </Button>
        <Button size="small" variant="quiet" onClick={onEnd}>
          {say('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Confirms that a reply was accepted, with Undo while it is held; Undo opens its chat. */
function useSentToast(session: ChatSession): (message: Message) => void {
  const say = useWords()
  const navigate = useNavigate()
  const undo = useUndoReply()
  const name = contactName(session.contact)
  return (message) => {
    const sent = say('sentTo', { name })
    const heldMs = Date.parse(message.heldUntil ?? message.createdAt) - readNow()
    if (heldMs <= 0) return void toast.success(sent)
    return void showUndoToast({
      message: sent,
      what: say('undoSent', { name }),
      durationMs: heldMs,
      onUndo: () => {
        undo(message)
        void navigate(`${paths.chats.list}?session=${session.id}`)
      },
    })
  }
}
