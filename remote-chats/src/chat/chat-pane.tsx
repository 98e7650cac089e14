import { listMessagesCall, type ChatSession } from '@errand/contract/chats/session'
import { addRecent, recentTopic } from '@errand/contract/recent'
import { maxSearchLength } from '@errand/contract/search-text'
import { contactName, plainText } from '@errand/contract/visible-text'
import { browserStorage, callApi, isApiError, useDrafts } from '@errand/shared-auth'
import {
  ButtonLink,
  EmptyState,
  IconButton,
  SearchField,
  Skeleton,
  isComposing,
  readNow,
  tooLongBy,
  useNow,
} from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { loadAround, chatQuery, type Chat } from '../data/chat.ts'
import { chatsKey } from '../data/chats.queries.ts'
import { windowOf } from '../data/clock.ts'
import { useInboxAddress } from '../data/inbox-address.ts'
import type { OutboxEntry } from '../send/entries.ts'
import { DropHint, useDropTarget } from '../send/files/drop-target.tsx'
import { addFiles } from '../send/files/uploads.ts'
import { useChatDrafts } from '../send/reply.ts'
import { usePending } from '../send/use-outbox.tsx'
import { focusComposer, usePaneFocus } from '../shared/panes.ts'
import { LoadFailed, showError } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'
import { ChatHeader, type ChatDialogs } from './chat-header.tsx'
import styles from './chat-pane.module.css'
import { Composer, useNewerChat } from './composer/composer.tsx'
import { unreachableReason } from './composer/unreachable.tsx'
import { ChatMessages } from './messages/chat-messages.tsx'
import { PictureViewer } from './messages/picture-viewer.tsx'

interface ChatPaneProps extends ChatDialogs {
  sessionId: string
}

/** One chat: header, messages and composer. */
export function ChatPane({ sessionId, ...dialogs }: ChatPaneProps) {
  const query = useQuery(chatQuery(sessionId))
  const { data: chat, error } = query
  // Read in the same render as the chat, so that a reply the api has just accepted is in one of the
  // two.
  const pending = usePending(sessionId)
  const say = useWords()
  if (chat !== undefined)
    return <OpenChat key={sessionId} chat={chat} pending={pending} {...dialogs} />
  if (error === null) {
    return (
      <ChatPlaceholder key="waiting" className={styles['waiting']}>
        <Skeleton label={say('loadingChat')} rows={6} rowHeight={44} />
      </ChatPlaceholder>
    )
  }
  const isGone = isApiError(error) && [404, 422].includes(error.status)
  return (
    <ChatPlaceholder key="failed" className={styles['failed']}>
      {isGone ? (
        <EmptyState
          drawing="search"
          title={say('chatGone')}
          description={say('chatGoneWhy')}
          action={<ButtonLink to="/chats">{say('showAll')}</ButtonLink>}
        />
      ) : (
        <LoadFailed query={query} detail={say('chatsSafe')} />
      )}
    </ChatPlaceholder>
  )
}

/** Lets the command palette offer the chat again. */
function useRecordRecent(id: string, label: string): void {
  const { read, write } = useDrafts(recentTopic, browserStorage)
  useEffect(() => {
    const at = new Date(readNow()).toISOString()
    write('chats', addRecent(read('chats'), { id, label, at }))
  }, [id, label, read, write])
}

/** Shown in place of a chat; on a phone with the way back to the list. */
function ChatPlaceholder(props: { className: string | undefined; children: ReactNode }) {
  const pane = usePaneFocus<HTMLDivElement>()
  const { close } = useInboxAddress()
  const say = useWords()
  return (
    <div ref={pane} tabIndex={-1} className={props.className}>
      <span className={styles['back']}>
        <IconButton
          label={say('backToChats')}
          icon={<ArrowLeft size={20} className={styles['arrow']} />}
          onClick={close}
        />
        {/* On a phone the list, and its heading, are not there. */}
        <h1>{say('chats')}</h1>
      </span>
      {props.children}
    </div>
  )
}

interface OpenChatProps extends ChatDialogs {
  chat: Chat
  pending: readonly OutboxEntry[]
}

function OpenChat({ chat, pending, ...dialogs }: OpenChatProps) {
  const { session } = chat
  const { messageId, filter } = useInboxAddress()
  const name = contactName(session.contact)
  const [isSearching, setIsSearching] = useState(filter.q !== '')
  const pane = usePaneFocus<HTMLElement>()
  useRecordRecent(session.id, name)
  useEffect(() => {
    if (messageId !== undefined) loadAround(session.id, messageId).catch(showError)
  }, [session.id, messageId])
  const say = useWords()
  const { isOver, handlers, canSend } = useFileDrop(session)
  return (
    <section ref={pane} tabIndex={-1} className={styles['pane']} aria-label={name} {...handlers}>
      <ChatHeader
        session={session}
        isSearching={isSearching}
        onSearch={() => setIsSearching(!isSearching)}
        {...dialogs}
      />
      {isSearching && (
        <ChatSearch
          sessionId={session.id}
          initialQuery={filter.q}
          onClose={(byKey) => {
            setIsSearching(false)
            if (byKey) focusComposer()
          }}
        />
      )}
      <PictureViewer chat={chat}>
        <ChatMessages chat={chat} pending={pending} contactName={name} hitId={messageId} />
      </PictureViewer>
      <Composer chat={chat} />
      {isOver && <DropHint text={say(canSend ? 'dropToSend' : 'dropNotNow', { name })} />}
    </section>
  )
}

/** Takes dropped files to the reply box, where it can be written in. */
function useFileDrop(session: ChatSession) {
  const drafts = useChatDrafts()
  const isOpen = windowOf(session, useNow(15_000)).state !== 'closed'
  const isCurrent = useNewerChat(session) === undefined
  const canSend = isOpen && isCurrent && unreachableReason(session) === undefined
  const takeFiles = (files: File[]) => {
    drafts.write(session.id, { mode: 'reply' })
    addFiles(session.id, files)
    focusComposer()
  }
  return { canSend, ...useDropTarget({ onFiles: canSend ? takeFiles : undefined }) }
}

/** The ids of the newest messages with these words, newest first. */
const hitsQuery = (sessionId: string, q: string) =>
  queryOptions({
    queryKey: [...chatsKey, 'hits', sessionId, q],
    queryFn: async ({ signal }) => {
      const query = { q, limit: 100 }
      const { items } = await callApi(listMessagesCall, { id: sessionId, query, signal })
      return items.map(({ id }) => id).toReversed()
    },
    enabled: plainText(q) !== '' && tooLongBy(q, maxSearchLength) === 0,
  })

interface ChatSearchProps {
  sessionId: string
  /** The search of the list: the chat opens at its first hit. */
  initialQuery: string
  /** `byKey` if it was closed by keyboard, so that the focus moves on. */
  onClose: (byKey: boolean) => void
}

/** Searches in a chat and steps through the hits. */
function ChatSearch({ sessionId, initialQuery, onClose }: ChatSearchProps) {
  const say = useWords()
  const { messageId, jumpTo, landed } = useInboxAddress()
  const [q, setQ] = useState(initialQuery)
  const { data: hits, isFetching } = useQuery(hitsQuery(sessionId, q))
  const index = hits?.indexOf(messageId ?? '') ?? -1
  const [first] = hits ?? []
  useEffect(() => {
    if (first !== undefined && index < 0) jumpTo(first)
    // Once for what was looked for.
    // eslint-disable-next-line react/exhaustive-deps
  }, [first, q])
  const goToHit = (step: number) => {
    const next = hits?.[index + step]
    if (next !== undefined) jumpTo(next)
  }
  const close = (byKey: boolean) => {
    landed()
    onClose(byKey)
  }
  return (
    <search className={styles['search']}>
      <SearchField
        label={say('searchInChat')}
        value={q}
        maxLength={maxSearchLength}
        // Focused, because the owner just opened it.
        autoFocus={initialQuery === ''}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') close(true)
        }}
      />
      <span role="status" className={styles['hits']}>
        {plainText(q) !== '' &&
          !isFetching &&
          hits !== undefined &&
          say('hits', { count: hits.length, index: index + 1 })}
      </span>
      <IconButton
        label={say('olderHit')}
        icon={<ChevronUp size={16} />}
        // Not `disabled`: at the last hit the button would lose the focus.
        aria-disabled={hits === undefined || index + 1 >= hits.length}
        onClick={() => goToHit(1)}
      />
      <IconButton
        label={say('newerHit')}
        icon={<ChevronDown size={16} />}
        aria-disabled={index <= 0}
        onClick={() => goToHit(-1)}
      />
      <IconButton
        label={say('closeSearch')}
        icon={<X size={16} />}
        // A click by keyboard has a detail of 0.
        onClick={({ detail }) => close(detail === 0)}
      />
    </search>
  )
}
