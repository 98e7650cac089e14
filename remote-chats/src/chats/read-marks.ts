import type { Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { markMessages } from './chats.api.ts'
import { useInboxSettings } from './chats.queries.ts'
import { tellError } from './parts.tsx'
import { patchSession, recount } from './session-cache.ts'

/** Chats that stay unread until they are opened the next time. */
const paused = new Set<string>()

interface Marking {
  sessions: ChatSession[]
  isRead: boolean
}

/** Marks chats as read, or their last message as unread; shown at once, taken back when refused. */
export function useMarkChats(): (sessions: ChatSession[], isRead: boolean) => void {
  const { mutate } = useMutation({
    mutationFn: ({ sessions, isRead }: Marking) =>
      markMessages(
        sessions.flatMap(({ lastMessage }) => lastMessage?.id ?? []),
        isRead,
      ),
    onMutate: ({ sessions, isRead }) => {
      for (const { id, unreadCount } of sessions) {
        // An open one would be read again at once: its end is on the screen.
        if (isRead) paused.delete(id)
        else paused.add(id)
        patchSession(id, { unreadCount: isRead ? 0 : Math.max(1, unreadCount) })
      }
    },
    onSuccess: takeCounts,
    onError: (error, { sessions }) => {
      for (const { id, unreadCount } of sessions) {
        paused.delete(id)
        patchSession(id, { unreadCount })
      }
      tellError(error)
    },
  })
  return useCallback(
    (sessions, isRead) => {
      if (sessions.length > 0) mutate({ sessions, isRead })
    },
    [mutate],
  )
}

function takeCounts(counted: Pick<ChatSession, 'id' | 'unreadCount'>[]): void {
  for (const { id, unreadCount } of counted) patchSession(id, { unreadCount })
  recount()
}

/** Marks a message and what came after it as unread. */
export function useMarkFrom(): (message: Message) => void {
  const { mutate } = useMutation({
    mutationFn: ({ id }: Message) => markMessages([id], false),
    // It would be read again at once: it is on the screen.
    onMutate: ({ sessionId }) => paused.add(sessionId),
    onSuccess: takeCounts,
    onError: tellError,
  })
  return mutate
}

/** A glance is no reading. */
const readAfterMs = 1000

interface Reading {
  session: ChatSession
  /** The last message that the contact wrote. */
  newest: Message | undefined
  /** Whether that message is on the screen. */
  isInView: boolean
}

/**
 * Marks a chat as read once its newest message was on the screen for a second, in a window that
 * has the focus; never when the owner chose that only a reply does that.
 */
export function useReadMarks({ session, newest, isInView }: Reading): void {
  const { inbox } = useInboxSettings()
  const { id, unreadCount } = session
  const newestId = newest?.id
  const asked = useRef<string>(undefined)
  // Opening a chat is reading it again, whatever was decided while it was closed.
  useEffect(() => void paused.delete(id), [id])
  useEffect(() => {
    if (inbox.markReadOn !== 'view' || unreadCount === 0 || !isInView) return undefined
    if (newestId === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (asked.current === newestId || paused.has(id)) return
      asked.current = newestId
      patchSession(id, { unreadCount: 0 })
      markMessages([newestId], true)
        .then(recount)
        // Nothing is lost: it stays unread, and is asked for with the next message.
        .catch(() => {
          asked.current = undefined
          patchSession(id, { unreadCount })
        })
    }
    const watch = () => {
      clearTimeout(timer)
      const isSeen = document.visibilityState === 'visible' && document.hasFocus()
      if (isSeen) timer = setTimeout(read, readAfterMs)
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
