import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { setHandler } from '../chats/chats.api.ts'
import { recount, takeSession } from '../chats/session-cache.ts'

interface Handling {
  handler: 'assistant' | 'owner'
  returnAt?: string
}

/** Takes a chat over, or gives it back to the assistant. */
export function useHandler(sessionId: string) {
  const { mutate, isPending } = useMutation({
    mutationFn: (handling: Handling) => setHandler(sessionId, handling),
    onSuccess: (session) => {
      takeSession(session)
      recount()
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return { setHandler: mutate, isSetting: isPending }
}
