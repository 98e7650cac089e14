import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { useConnection, userMessage } from '@errand/shared-auth'
import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  Card,
  ErrorState,
  List,
  ListRow,
  Skeleton,
  TextLink,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

import { sessionsQuery } from '../chats/chats.queries.ts'
import { contactName } from '@errand/contract/visible-text'
import { emptyFilter, type SessionFilter } from '../chats/session-filter.ts'
import { sessionsOf, type SessionPages } from '../chats/session-list.ts'
import { windowOf } from '../clock/clock.ts'
import { whyUnreachable } from '../composer/unreachable.tsx'
import { Preview, WindowRing, signOf } from '../list/signs.tsx'
import { followChats } from '../live/follow-chats.ts'
import { Refusal } from '../outbox/refusal.tsx'
import { usePending } from '../outbox/use-outbox.ts'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'
import { QuickReply } from './quick-reply.tsx'

/** As many as are shown at once; the rest is one link away. */
const shown = 5

/** The same list as the inbox has behind its chip, so that what is known there is known here. */
const filter: SessionFilter = { ...emptyFilter, view: 'needs-you', sort: 'window' }

/** The chats that wait for their owner, the most urgent first, each with the reason and a reply. */
export function NeedsYou() {
  const say = useWords()
  useEffect(() => followChats(), [])
  const { data, error, isFetching, refetch } = useInfiniteQuery(sessionsQuery(filter))
  if (data !== undefined) return <Waiting pages={data} />
  return (
    <Card title={say('view.needs-you')}>
      {error === null ? (
        <Skeleton rows={3} rowHeight={64} label={say('loadingChats')} />
      ) : (
        <ErrorState
          title={userMessage(error)}
          detail={say('chatsSafe')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

function Waiting({ pages }: { pages: SessionPages }) {
  const say = useWords()
  const now = useNow()
  const sessions = sessionsOf(pages)
  const count = countOf(pages)
  const more = count - Math.min(shown, sessions.length)
  if (sessions.length === 0) return <Nothing />
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
        {sessions.slice(0, shown).map((session) => (
          <WaitingRow key={session.id} session={session} now={now} />
        ))}
      </List>
    </section>
  )
}

/** Of a list that was read to its end the chats themselves are the count: they are live. */
function countOf(pages: SessionPages): number {
  const [first] = pages.pages
  const known = sessionsOf(pages).length
  const isWhole = pages.pages.at(-1)?.nextCursor === null
  return isWhole ? known : Math.max(known, first?.totals.all ?? 0)
}

function Nothing() {
  const say = useWords()
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

/** Nobody waits for nought minutes. */
const minuteMs = 60_000

interface WaitingRowProps {
  session: ChatSession
  now: number
}

/** One chat that waits: who, why, since when, what was said last, and the reply. */
function WaitingRow({ session, now }: WaitingRowProps) {
  const say = useWords()
  const [isReplying, setIsReplying] = useState(false)
  const sign = signOf(session)
  const name = contactName(session.contact)
  const to = `${paths.chats.list}?session=${session.id}`
  const canReply =
    windowOf(session, now).state !== 'closed' && whyUnreachable(session) === undefined
  return (
    <>
      <ListRow
        start={<Avatar name={name} />}
        title={
          <span className={styles['title']}>
            <TextLink to={to}>
              <bdi>{name}</bdi>
            </TextLink>
            {sign !== undefined && <Badge tone={sign.tone}>{say(sign.word)}</Badge>}
            <WindowRing session={session} now={now} />
          </span>
        }
        description={
          <span className={styles['last']}>
            <Preview message={session.lastMessage} />
            <Since session={session} now={now} />
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
            // Outside the window only a template goes through: it is chosen in the chat.
            <ButtonLink size="small" to={to} aria-label={say('openChatWith', { name })}>
              {say('open')}
            </ButtonLink>
          )
        }
      />
      <Unsent session={session} />
      {isReplying && canReply && (
        <li className={styles['reply']}>
          <QuickReply session={session} onEnd={() => setIsReplying(false)} />
        </li>
      )}
    </>
  )
}

/** How long the contact has been waiting; the moment itself on hover. */
function Since({ session, now }: WaitingRowProps) {
  const say = useWords()
  const formats = useFormats()
  const since = waitingSince(session)
  const time = formats.duration(Math.max(minuteMs, now - Date.parse(since)))
  return (
    <time dateTime={since} title={formats.dateTime(since)}>
      {say('waits', { time })}
    </time>
  )
}

/** Since it was handed over; else since the contact last wrote. */
function waitingSince({ attention, handlerSince, window, lastActivityAt }: ChatSession): string {
  if (attention.includes('handoff')) return handlerSince
  return window.lastInboundAt ?? lastActivityAt
}

/** Replies that the api does not have yet, and those it refused, with what helps. */
function Unsent({ session }: { session: ChatSession }) {
  const say = useWords()
  const isOffline = useConnection() === 'offline'
  const pending = usePending(session.id).filter(({ isTakenBack }) => isTakenBack !== true)
  return pending.map((entry) => (
    <li key={entry.clientId} className={styles['reply']}>
      <p dir="auto">{entry.text}</p>
      {entry.state === 'failed' ? (
        <Refusal entry={entry} />
      ) : (
        <p role="status" className={styles['pending']}>
          {say(isOffline ? 'waitingForNetwork' : 'sending')}
        </p>
      )}
    </li>
  ))
}
