import { isApiError, userMessage } from '@errand/shared-auth'
import { ButtonLink, ErrorState, EmptyState, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import toast from 'react-hot-toast'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { contactName } from '../chats/contact-name.ts'
import { Composer } from '../composer/composer.tsx'
import { focusComposer } from '../composer/focus-composer.ts'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { usePending } from '../outbox/use-outbox.ts'
import { useWords } from '../words/words.ts'
import { usePaneFocus } from '../pane/use-pane-focus.ts'
import { LiveLog } from './live-log.tsx'
import { ThreadHeader, type ThreadDialogs } from './thread-header.tsx'
import { ThreadList } from './thread-list.tsx'
import styles from './thread-pane.module.css'
import { loadAround, threadQuery } from './thread.queries.ts'
import { ThreadSearch } from './thread-search.tsx'
import type { Thread } from './thread.ts'
import { useKeepRecent } from './use-keep-recent.ts'

interface ThreadPaneProps extends ThreadDialogs {
  sessionId: string
}

/** One chat: who it is with, what was said, and what to say next. */
export function ThreadPane({ sessionId, ...dialogs }: ThreadPaneProps) {
  const { data: thread, error, isFetching, refetch } = useQuery(threadQuery(sessionId))
  // In the same render as the thread, so that a reply just taken by the api is in one of the two.
  const pending = usePending(sessionId)
  const say = useWords()
  useKeepRecent(sessionId)
  if (thread !== undefined)
    return <OpenThread key={sessionId} thread={thread} pending={pending} {...dialogs} />
  if (error === null) {
    return (
      <Instead key="waiting" className={styles['waiting']}>
        <Skeleton label={say('loadingChat')} rows={6} rowHeight={44} />
      </Instead>
    )
  }
  return (
    <Instead key="failed" className={styles['failed']}>
      <NoThread error={error} isFetching={isFetching} onRetry={() => void refetch()} />
    </Instead>
  )
}

/** What is shown in the place of a chat. */
function Instead(props: { className: string | undefined; children: ReactNode }) {
  const pane = usePaneFocus<HTMLDivElement>()
  return <div ref={pane} tabIndex={-1} {...props} />
}

interface NoThreadProps {
  error: Error
  isFetching: boolean
  onRetry: () => void
}

/** Says why a chat cannot be shown: there is none, or it could not be fetched. */
function NoThread({ error, isFetching, onRetry }: NoThreadProps) {
  const say = useWords()
  if (!isApiError(error) || ![404, 422].includes(error.status)) {
    return (
      <ErrorState
        title={userMessage(error)}
        detail={say('chatsSafe')}
        isRetrying={isFetching}
        onRetry={onRetry}
      />
    )
  }
  return (
    <EmptyState
      drawing="search"
      title={say('chatGone')}
      description={say('chatGoneWhy')}
      action={<ButtonLink to="/chats">{say('showAll')}</ButtonLink>}
    />
  )
}

interface OpenThreadProps extends ThreadDialogs {
  thread: Thread
  pending: readonly OutboxEntry[]
}

function OpenThread({ thread, pending, ...dialogs }: OpenThreadProps) {
  const { session } = thread
  const { messageId, filter } = useInboxAddress()
  const name = contactName(session.contact)
  const [isSearching, setIsSearching] = useState(filter.q !== '')
  const pane = usePaneFocus<HTMLElement>()
  useFetchHit(session.id, messageId)
  return (
    <section ref={pane} tabIndex={-1} className={styles['pane']} aria-label={name}>
      <ThreadHeader
        session={session}
        isSearching={isSearching}
        onSearch={() => setIsSearching(!isSearching)}
        {...dialogs}
      />
      {isSearching && (
        <ThreadSearch
          sessionId={session.id}
          begin={filter.q}
          onClose={(byKey) => {
            setIsSearching(false)
            if (byKey) focusComposer()
          }}
        />
      )}
      <ThreadList thread={thread} pending={pending} contactName={name} hitId={messageId} />
      <LiveLog thread={thread} contactName={name} />
      <Composer thread={thread} />
    </section>
  )
}

/** Fetches the part of the chat around the message that the address names. */
function useFetchHit(sessionId: string, messageId: string | undefined): void {
  useEffect(() => {
    if (messageId === undefined) return
    loadAround(sessionId, messageId).catch((error: unknown) => toast.error(userMessage(error)))
  }, [sessionId, messageId])
}
