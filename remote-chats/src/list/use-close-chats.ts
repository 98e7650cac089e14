import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { closeSession } from '../chats/chats.api.ts'
import { recount, takeSession } from '../chats/session-cache.ts'
import { words } from '../words/words.ts'

/** Closes chats; what their contacts write next begins a new one. */
export function useCloseChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: (sessions: ChatSession[]) =>
      Promise.all(sessions.map(({ id }) => closeSession(id))),
    onSuccess: (closed) => {
      for (const session of closed) takeSession(session)
      recount()
      toast.success(words('closed', { count: closed.length }))
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return (sessions) => mutate(sessions.filter(({ status }) => status === 'active'))
}
