import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { readFormats, showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import toast from 'react-hot-toast'

import { saveSession, type SavedChat } from '../chats/chats.api.ts'
import { contactName } from '../chats/contact-name.ts'
import { patchSession, recount, takeSession } from '../chats/session-cache.ts'
import { words } from '../words/words.ts'

interface Saving {
  sessions: ChatSession[]
  saved: SavedChat
}

/** Saves chats for later, or not any more; at once, and it can be taken back. */
export function useSaveChats() {
  const { mutate } = useMutation({
    mutationFn: ({ sessions, saved }: Saving) =>
      Promise.allSettled(sessions.map(({ id }) => saveSession(id, saved))),
    onMutate: ({ sessions, saved }) => {
      for (const { id } of sessions) patchSession(id, { savedForLater: saved.savedForLater })
    },
    // Each for itself: one that is refused takes nothing back from the others.
    onSuccess: (answers, { sessions }) => {
      for (const answer of answers) if (answer.status === 'fulfilled') takeSession(answer.value)
      const refused = answers.find(({ status }) => status === 'rejected')
      if (refused?.status === 'rejected') toast.error(userMessage(refused.reason))
      for (const [index, { id, savedForLater }] of sessions.entries()) {
        if (answers[index]?.status === 'rejected') patchSession(id, { savedForLater })
      }
      recount()
    },
  })
  return useCallback(
    (sessions: ChatSession[], saved: SavedChat) => {
      if (sessions.length === 0) return
      mutate({ sessions, saved })
      showUndoToast({
        message: toldOf(sessions, saved),
        what: words(saved.savedForLater ? 'undoSaving' : 'undoUnsaving'),
        onUndo: () => {
          for (const session of sessions) mutate({ sessions: [session], saved: before(session) })
        },
      })
    },
    [mutate],
  )
}

const before = ({ savedForLater, remindAt, savedNote }: ChatSession): SavedChat => ({
  savedForLater,
  remindAt: remindAt ?? null,
  note: savedNote ?? '',
})

function toldOf(sessions: ChatSession[], { savedForLater, remindAt }: SavedChat): string {
  const [first] = sessions
  const name = first === undefined ? '' : contactName(first.contact)
  const count = sessions.length
  if (!savedForLater) return words('unsaved', { count, name })
  if (remindAt == null) return words('saved', { count, name })
  return words('savedUntil', { count, name, when: readFormats().dateTime(remindAt) })
}
