import { queryClient } from '@errand/shared-auth'
import { useEffect } from 'react'

import { threadQuery } from './thread.queries.ts'

/** So many chats at most stay known for a while, to be gone back to at once. */
const keptChats = 12

/** The chats that were opened, the latest first. */
let opened: string[] = []

/** Lets go of the chats that were opened longest ago: somebody goes through hundreds in a day. */
export function useKeepRecent(sessionId: string): void {
  useEffect(() => {
    opened = [sessionId, ...opened.filter((id) => id !== sessionId)]
    for (const id of opened.splice(keptChats)) {
      queryClient.removeQueries({ queryKey: threadQuery(id).queryKey, type: 'inactive' })
    }
  }, [sessionId])
}
