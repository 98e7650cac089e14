import type { Message } from '@errand/contract/chats/message'
import { markReadCall } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { callApi } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { showError } from '../shared/parts.tsx'
import { useInboxSettings } from './chats.queries.ts'
import { patchSession, refreshTotals } from './session-cache.ts'

/** Sessions that stay unread until they are opened again. */
const keptUnread = new Set<string>()

/** The maximum of the api for one call. */
const maxMarked = 500

/** Marking a message as read also marks those before it; as unread, those after it. */
async function markMessages(ids: Message['id'][], read: boolean) {
  const unreadCounts: Pick<ChatSession, 'id' | 'unreadCount'>[] = []
  for (let from = 0; from < ids.length; from += maxMarked) {
    const messageIds = ids.slice(from, from + maxMarked)
    const { sessions } = await callApi(markReadCall, { body: { messageIds, read } })
    unreadCounts.push(...sessions)
  }
  return unreadCounts
}

interface MarkRequest {
  sessions: ChatSession[]
  isRead: boolean
}

/**
 * Marks sessions as read, or their last message as unread; shown at once, rolled back on failure.
 */
export function useMarkChats(): (sessions: ChatSession[], isRead: boolean) => void {
  const { mutate } = useMutation({
    mutationFn: ({ sessions, isRead }: MarkRequest) =>
      markMessages(
        sessions.flatMap(({ lastMessage }) => lastMessage?.id ?? []),
        isRead,
      ),
    onMutate: ({ sessions, isRead }) => {
      for (const { id, unreadCount } of sessions) {
        // Otherwise an open session would be marked as read again at once: its end is on the
        // screen.
        if (isRead) keptUnread.delete(id)
        else keptUnread.add(id)
        patchSession(id, { unreadCount: isRead ? 0 : Math.max(1, unreadCount) })
      }
    },
    onSuccess: applyUnreadCounts,
    onError: (error, { sessions }) => {
      for (const { id, unreadCount } of sessions) {
        keptUnread.delete(id)
        patchSession(id, { unreadCount })
      }
      showError(error)
    },
  })
  return useCallback(
    (sessions, isRead) => {
      if (sessions.length > 0) mutate({ sessions, isRead })
    },
    [mutate],
  )
}

function applyUnreadCounts(counted: Pick<ChatSession, 'id' | 'unreadCount'>[]): void {
  for (const { id, unreadCount } of counted) patchSession(id, { unreadCount })
  refreshTotals()
}

/** Marks a message and all later ones as unread. */
export function useMarkUnreadFrom(): (message: Message) => void {
  const { mutate } = useMutation({
    mutationFn: ({ id }: Message) => markMessages([id], false),
    // Otherwise it would be marked as read again at once: it is on the screen.
    onMutate: ({ sessionId }) => keptUnread.add(sessionId),
    onSuccess: applyUnreadCounts,
    onError: showError,
  })
  return mutate
}

/** A shorter look does not count as reading. */
const readDelayMs = 1000

interface ReadMarksOptions {
  session: ChatSession
  /** The latest message of the contact. */
  newest: Message | undefined
  /** Whether that message is on the screen. */
  isInView: boolean
}

/**
 * Marks a session as read once its newest message has been visible for a second in a focused
 * window; not if the owner chose that only a reply does that.
 */
export function useReadMarks({ session, newest, isInView }: ReadMarksOptions): void {
  const { inbox } = useInboxSettings()
  const { id, unreadCount } = session
  const newestId = newest?.id
  const requestedId = useRef<string>(undefined)
  // Opening a session allows marking it as read again.
  useEffect(() => void keptUnread.delete(id), [id])
  useEffect(() => {
    if (inbox.markReadOn !== 'view' || unreadCount === 0 || !isInView) return undefined
    if (newestId === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (requestedId.current === newestId || keptUnread.has(id)) return
      requestedId.current = newestId
      patchSession(id, { unreadCount: 0 })
      markMessages([newestId], true)
        .then(refreshTotals)
        // Nothing is lost: it stays unread, and is asked for with the next message.
        .catch(() => {
          requestedId.current = undefined
          patchSession(id, { unreadCount })
        })
    }
    const watch = () => {
      clearTimeout(timer)
      const isSeen = document.visibilityState === 'visible' && document.hasFocus()
      if (isSeen) timer = setTimeout(read, readDelayMs)
    }
    watch()
    const stop = new AbortController()
    for (const event of ['focus', 'blur', 'visibilitychange'])
      window.addEventListener(event, watch, { signal: stop.signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, unreadCount, newestId, isInView, inbox.markReadOn])
}
