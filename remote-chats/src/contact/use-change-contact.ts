import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { updateContact } from '../chats/chats.api.ts'
import { contactName } from '../chats/contact-name.ts'
import { patchSession } from '../chats/session-cache.ts'
import { words } from '../words/words.ts'

interface ContactChange {
  name?: string
  blocked?: boolean
  optedOut?: boolean
}

/** Renames, blocks or opts out the contact of a chat; what can be taken back says so. */
export function useChangeContact(session: ChatSession) {
  const { contact } = session
  const { mutate, isPending } = useMutation({
    mutationFn: (change: ContactChange) => updateContact(contact.id, change),
    onSuccess: (changed) => patchSession(session.id, { contact: changed }),
    onError: (error) => toast.error(userMessage(error)),
  })
  const change = (asked: ContactChange) =>
    mutate(asked, {
      onSuccess: () => {
        const message = toldOf(asked, contactName(contact))
        if (message !== undefined) {
          showUndoToast({ message, onUndo: () => mutate(before(session, asked)) })
        }
      },
    })
  return { change, isChanging: isPending }
}

function toldOf({ blocked, optedOut, name: renamed }: ContactChange, name: string) {
  if (blocked !== undefined) return words(blocked ? 'blocked' : 'unblocked', { name })
  if (optedOut !== undefined) return words(optedOut ? 'optedOut' : 'optedIn', { name })
  return renamed === undefined ? undefined : words('renamed')
}

const before = ({ contact }: ChatSession, asked: ContactChange): ContactChange => ({
  ...(asked.name !== undefined && { name: contact.name }),
  ...(asked.blocked !== undefined && { blocked: contact.blocked }),
  ...(asked.optedOut !== undefined && { optedOut: contact.optedOutAt !== undefined }),
})
