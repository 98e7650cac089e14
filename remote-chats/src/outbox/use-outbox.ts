import type { Message } from '@errand/contract/chats/message'
import type { Template } from '@errand/contract/chats/template'
import { useSession, userMessage } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import toast from 'react-hot-toast'

import { newKey } from '../chats/new-key.ts'
import { restoredReply, useChatDrafts } from '../drafts/chat-drafts.ts'
import { useInboxSettings } from '../settings/inbox-settings.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { outboxOf } from './outbox.ts'

export interface NewReply {
  sessionId: string
  text: string
  template?: { template: Pick<Template, 'name' | 'language'>; values: string[] }
  replyToId?: string | undefined
}

function useOwnOutbox() {
  const session = useSession()
  // `anyone` only where nobody can sign in.
  return outboxOf(session.status === 'signed-in' ? session.user.uid : 'anyone')
}

/** How to send, send again and take back. */
export function useOutbox() {
  const outbox = useOwnOutbox()
  const { inbox } = useInboxSettings()
  const { undoSeconds } = inbox
  return useMemo(
    () => ({
      retry: outbox.retry,
      undo: outbox.undo,
      /** `onTaken` hears when the api has it. */
      send: (
        { sessionId, text, template, replyToId }: NewReply,
        onTaken?: (message: Message) => void,
      ) => {
        const entry = {
          clientId: newKey(),
          sessionId,
          text,
          undoSeconds,
          at: new Date(readNow()).toISOString(),
          ...(replyToId !== undefined && { replyToId }),
          ...(template !== undefined && {
            template: {
              name: template.template.name,
              language: template.template.language,
              values: template.values,
            },
          }),
        }
        outbox.add(entry, onTaken)
      },
    }),
    [outbox, undoSeconds],
  )
}

/** The replies of a chat that the api does not have yet, and those that are being taken back. */
export function usePending(sessionId: string) {
  const { store, entriesAtom } = useOwnOutbox()
  const entries = useAtomValue(entriesAtom, { store })
  return useMemo(
    () => entries.filter((entry) => entry.sessionId === sessionId),
    [entries, sessionId],
  )
}

/** How many replies would be lost with this tab. */
export function useUnsentCount(): number {
  const { store, entriesAtom } = useOwnOutbox()
  return useAtomValue(entriesAtom, { store }).length
}

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
