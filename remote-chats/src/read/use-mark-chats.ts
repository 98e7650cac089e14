import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import toast from 'react-hot-toast'

import { markMessages } from '../chats/messages.api.ts'
import { patchSession, recount } from '../chats/session-cache.ts'
import { pauseReading, resumeReading } from './reading-pause.ts'

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
        if (isRead) resumeReading(id)
        else pauseReading(id)
        patchSession(id, { unreadCount: isRead ? 0 : Math.max(1, unreadCount) })
      }
    },
    onSuccess: (counted) => {
      for (const { id, unreadCount } of counted) patchSession(id, { unreadCount })
      recount()
    },
    onError: (error, { sessions }) => {
      for (const { id, unreadCount } of sessions) {
        resumeReading(id)
        patchSession(id, { unreadCount })
      }
      toast.error(userMessage(error))
    },
  })
  return useCallback(
    (sessions, isRead) => {
      if (sessions.length > 0) mutate({ sessions, isRead })
    },
    [mutate],
  )
}
