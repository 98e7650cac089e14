import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { restoredReply } from '../drafts/draft.ts'
import { useWriteDraft } from '../drafts/drafts.ts'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { undo } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'

/** Takes a reply back and puts its text into the composer again, before what is there. */
export function useUndoReply(): (reply: Message | OutboxEntry) => void {
  const { withdraw } = useOutbox()
  const drafts = useWriteDraft()
  const restore = (text: string, { sessionId, template, replyToId }: Message | OutboxEntry) => {
    if (template !== undefined) return
    drafts.write(sessionId, restoredReply(drafts.read(sessionId), { text, replyToId }))
  }
  const { mutate } = useMutation({
    mutationFn: undo,
    onSuccess: restore,
    onError: (error) => toast.error(userMessage(error)),
  })
  return (reply) => {
    if ('id' in reply) return mutate(reply)
    withdraw(reply.clientId)
    restore(reply.text, reply)
  }
}
