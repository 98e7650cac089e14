import type { PutFeedback } from '@errand/contract/chats/feedback'
import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { putFeedback } from '../chats/messages.api.ts'
import { patchThread } from '../thread/thread.queries.ts'
import { withMessage } from '../thread/thread.ts'

/** Notes what the owner thinks of an answer; the last word counts. */
export function useFeedback({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: (feedback: PutFeedback) => putFeedback(id, feedback),
    onSuccess: (message) => patchThread(sessionId, (thread) => withMessage(thread, message)),
    onError: (error) => toast.error(userMessage(error)),
  })
  return { put: mutate, isPutting: isPending }
}
