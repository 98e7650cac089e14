import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { restoredReply } from '../drafts/draft.ts'
import { useWriteDraft } from '../drafts/drafts.ts'
import { undo } from '../outbox/outbox.ts'

/** Takes a reply back and puts its text into the composer again, before what is there. */
export function useUndoReply(): (message: Message) => void {
  const drafts = useWriteDraft()
  const { mutate } = useMutation({
    mutationFn: undo,
    onSuccess: (text, { sessionId, template, replyToId }) => {
      if (template !== undefined) return
      drafts.write(sessionId, restoredReply(drafts.read(sessionId), { text, replyToId }))
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
