import { queryClient } from '@errand/shared-auth'

import { listChangedSessions } from '../chats/chats.api.ts'
import { chatsWithKey } from '../chats/chats-with.ts'
import { listsKey, totalsKey } from '../chats/chats.queries.ts'
import { takeSession } from '../chats/session-cache.ts'
import { isNarrowed, type SessionFilter } from '../chats/session-filter.ts'
import { readAllAgain } from '../thread/thread.queries.ts'
import { forgetRuns } from './live-run.ts'

/** Clocks differ, and what happened while an answer was on its way is not in it. */
const overlapMs = 15_000
const maxPages = 5

/**
 * Asks for the chats that changed since that moment, and for the open one; when too many did, or
 * nobody knows since when, everything that is shown is read again.
 */
export async function catchUp(since: Date | undefined): Promise<void> {
  forgetRuns()
  void queryClient.invalidateQueries({ queryKey: totalsKey })
  readAllAgain()
  if (since === undefined || !(await takeChanged(since))) {
    void queryClient.invalidateQueries({ queryKey: chatsWithKey })
    await queryClient.resetQueries({ queryKey: listsKey })
    return
  }
  // Whether a chat is found by its words only the api can say.
  await queryClient.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ queryKey }) => needsApi(queryKey[listsKey.length] as SessionFilter),
  })
}

const needsApi = (filter: SessionFilter): boolean =>
  isNarrowed({ ...filter, status: '', job: '' }) || filter.sort !== '-lastActivityAt'

/** Whether all that changed could be taken in. */
async function takeChanged(since: Date): Promise<boolean> {
  const updatedSince = new Date(since.getTime() - overlapMs).toISOString()
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await listChangedSessions({ updatedSince, cursor })
    for (const session of answer.items) takeSession(session)
    cursor = answer.nextCursor
    if (cursor === null) return true
  }
  return false
}
