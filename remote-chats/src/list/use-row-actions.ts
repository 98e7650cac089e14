import type { ChatSession } from '@errand/contract/chats/session'
import { useMemo } from 'react'

import { useMarkChats } from '../read/use-mark-chats.ts'
import { useSaveChats } from '../saved/use-save-chats.ts'

/** What a button does with a chat. */
export interface RowActionsOf {
  toggleRead: (session: ChatSession) => void
  toggleSaved: (session: ChatSession) => void
}

/** The same for all rows and at all times: none is drawn again for them. */
export function useRowActions(): RowActionsOf {
  const markChats = useMarkChats()
  const saveChats = useSaveChats()
  return useMemo(
    () => ({
      toggleRead: (session) => markChats([session], session.unreadCount > 0),
      toggleSaved: (session) => saveChats([session], { savedForLater: !session.savedForLater }),
    }),
    [markChats, saveChats],
  )
}
