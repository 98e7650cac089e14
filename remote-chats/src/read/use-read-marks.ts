import type { Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { useEffect, useRef } from 'react'

import { markMessages } from '../chats/messages.api.ts'
import { patchSession, recount } from '../chats/session-cache.ts'
import { useInboxSettings } from '../settings/use-inbox-settings.ts'
import { isReadingPaused, resumeReading } from './reading-pause.ts'

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
  useEffect(() => resumeReading(id), [id])
  useEffect(() => {
    if (inbox.markReadOn !== 'view' || unreadCount === 0 || !isInView) return undefined
    if (newestId === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (asked.current === newestId || isReadingPaused(id)) return
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
    window.addEventListener('focus', watch)
    window.addEventListener('blur', watch)
    document.addEventListener('visibilitychange', watch)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', watch)
      window.removeEventListener('blur', watch)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [id, unreadCount, newestId, isInView, inbox.markReadOn])
}
