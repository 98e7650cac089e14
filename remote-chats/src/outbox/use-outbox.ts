import type { Message } from '@errand/contract/chats/message'
import type { Template } from '@errand/contract/chats/template'
import { useSession } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'

import { newKey } from '../chats/new-key.ts'
import { useInboxSettings } from '../settings/use-inbox-settings.ts'
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
