import { closeSessionCall, type ChatSession } from '@errand/contract/chats/session'
import { callApi } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { applySession, refreshTotals } from '../data/session-cache.ts'
import { showError } from '../shared/parts.tsx'
import { words } from '../words/words.ts'

/** Closes sessions; the contact's next message starts a new one. */
export function useCloseChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: (sessions: ChatSession[]) =>
      Promise.all(sessions.map(({ id }) => callApi(closeSessionCall, { id }))),
    onSuccess: (closed) => {
      for (const { session } of closed) applySession(session)
      refreshTotals()
      toast.success(words('closed', { count: closed.length }))
    },
    onError: showError,
  })
  return (sessions) => mutate(sessions.filter(({ status }) => status === 'active'))
}
