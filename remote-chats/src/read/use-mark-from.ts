import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { markMessages } from '../chats/messages.api.ts'
import { patchSession, recount } from '../chats/session-cache.ts'
import { pauseReading } from './reading-pause.ts'

/** Marks a message and what came after it as unread. */
export function useMarkFrom(): (message: Message) => void {
  const { mutate } = useMutation({
    mutationFn: ({ id }: Message) => markMessages([id], false),
    // It would be read again at once: it is on the screen.
    onMutate: ({ sessionId }) => pauseReading(sessionId),
    onSuccess: (counted) => {
      for (const { id, unreadCount } of counted) patchSession(id, { unreadCount })
      recount()
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
