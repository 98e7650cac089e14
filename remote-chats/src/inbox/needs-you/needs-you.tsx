import { retryMessageCall } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { contactName } from '@errand/contract/visible-text'
import { callApi, queryClient, useConnection } from '@errand/shared-auth'
import {
  Avatar,
  Button,
  ButtonLink,
  Card,
  List,
  ListRow,
  RelativeTime,
  Skeleton,
  TextLink,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState, type ReactElement } from 'react'
import toast from 'react-hot-toast'

import { BookingTools } from '../../chat/answers/booking-tools.tsx'
import { unreachableReason } from '../../chat/composer/unreachable.tsx'
import { atNeed, isToAnswer, needBadge, needText } from '../../chat/need.ts'
import { SetAside } from '../../chat/set-aside.tsx'
import { WindowRing } from '../../chat/window-ring.tsx'
import { patchChat, withMessage } from '../../data/chat.ts'
import { listsKey, sessionsQuery } from '../../data/chats.queries.ts'
import { windowOf } from '../../data/clock.ts'
import { followChats } from '../../data/follow-chats.ts'
import { sessionsOf, type SessionPages } from '../../data/session-cache.ts'
import { emptyFilter, type SessionFilter } from '../../data/session-filter.ts'
import { SendFailureNotice, usePending } from '../../send/use-outbox.tsx'
import { HelpLink, LoadFailed, canRetry, showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import { Preview } from '../list/preview.tsx'
import styles from './needs-you.module.css'
import { QuickReply } from './quick-reply.tsx'

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

interface WaitingRowProps {
  session: ChatSession
  now: number
}

/** One waiting chat: contact, reason, since when, and the one thing to do. */
function WaitingRow({ session, now }: WaitingRowProps) {
  const say = useWords()
  const [isReplying, setIsReplying] = useState(false)
  const name = contactName(session.contact)
  const to = atNeed(paths.chats.list, session)
  const canReply =
    windowOf(session, now).state !== 'closed' && unreachableReason(session) === undefined
  return (
    <>
      <ListRow
        start={
          <span className={styles['avatar']}>
            <Avatar name={name} />
          </span>
        }
        title={
          <span className={styles['title']}>
            <TextLink to={to}>
              <bdi>{name}</bdi>
            </TextLink>
            {isToAnswer(session) && <WindowRing session={session} now={now} />}
            <RelativeTime at={waitingSince(session)} isFocusable={false} />
          </span>
        }
        description={<Why session={session} />}
        end={
          <span className={styles['end']}>
            <NeedAction {...{ session, canReply, to }}>
              <Button
                size="small"
                aria-expanded={isReplying}
                aria-label={say('replyToName', { name })}
                onClick={() => setIsReplying(!isReplying)}
              >
                {say('mode.reply')}
              </Button>
            </NeedAction>
            <SetAside session={session} />
          </span>
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

/** The reason, and what the contact wrote if it is to be answered. */
function Why({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { needs, savedNote } = session
  if (needs === undefined) return null
  return (
    <>
      <span className={styles['why']} data-tone={needBadge(session)?.tone}>
        {needText(session, say, formats)}
      </span>
      {isToAnswer(session) && <Preview message={session.lastMessage} />}
      {needs.reason === 'reminder' && savedNote !== undefined && <bdi>{savedNote}</bdi>}
    </>
  )
}

/** Since when there is something to do: for an answer since the contact wrote, as the list is ordered. */
function waitingSince(session: ChatSession): string {
  const { needs, window, lastActivityAt } = session
  const since = needs?.since ?? lastActivityAt
  return isToAnswer(session) ? (window.lastInboundAt ?? since) : since
}

interface NeedActionProps {
  session: ChatSession
  canReply: boolean
  /** The chat, where there is nothing to do in place. */
  to: string
  /** The button that replies. */
  children: ReactElement
}

/** The one thing to do about a chat, in place if that is possible. */
function NeedAction({ session, canReply, to, children }: NeedActionProps) {
  const say = useWords()
  const name = contactName(session.contact)
  const { reason, error, booking, messageId } = session.needs ?? {}
  if (booking !== undefined)
    return (
      <BookingTools booking={{ ...booking, sessionId: session.id, decision: undefined, name }} />
    )
  if (error?.action === 'top_up' || error?.action === 'reconnect')
    return <HelpLink action={error.action} />
  if (reason === 'failed_message' && messageId !== undefined && canReply && canRetry(error))
    return <SendAgain session={session} messageId={messageId} />
  if ((isToAnswer(session) || reason === 'reminder') && canReply) return children
  return (
    <ButtonLink size="small" to={to} aria-label={say('openChatWith', { name })}>
      {say('open')}
    </ButtonLink>
  )
}

/** Sends a message that failed again. */
function SendAgain({ session, messageId }: { session: ChatSession; messageId: string }) {
  const say = useWords()
  const name = contactName(session.contact)
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(retryMessageCall, { id: messageId }),
    onSuccess: ({ message }) => {
      patchChat(session.id, (chat) => withMessage(chat, message))
      toast.success(say('sentAgainTo', { name }))
      return queryClient.invalidateQueries({ queryKey: listsKey })
    },
    onError: showError,
  })
  return (
    <Button
      size="small"
      isBusy={isPending}
      aria-label={say('sendAgainTo', { name })}
      onClick={() => mutate()}
    >
      {say('sendAgain')}
    </Button>
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
