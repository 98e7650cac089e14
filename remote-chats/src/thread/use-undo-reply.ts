import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { restoredReply, useChatDrafts } from '../drafts/chat-drafts.ts'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { useOutbox } from '../outbox/use-outbox.ts'

/** Takes a reply back and puts its text into the composer again, before what is there. */
export function useUndoReply(): (reply: Message | OutboxEntry) => void {
  const { undo } = useOutbox()
  const drafts = useChatDrafts()
  const { mutate } = useMutation({
    mutationFn: undo,
    // What waits for the network can be taken back without it.
    networkMode: 'always',
    onSuccess: (text, { sessionId, template, replyToId }) => {
      if (text === undefined || template !== undefined) return
      drafts.write(sessionId, restoredReply(drafts.read(sessionId), { text, replyToId }))
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
