import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { retryMessage } from '../chats/messages.api.ts'
import { patchThread } from './thread.queries.ts'
import { withMessage } from './thread.ts'

/** Sends a failed message once more: a new attempt, with its own ticks. */
export function useRetryMessage({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMessage(id),
    onSuccess: (message) => patchThread(sessionId, (thread) => withMessage(thread, message)),
    onError: (error) => toast.error(userMessage(error)),
  })
  return { retry: () => mutate(), isRetrying: isPending }
}
