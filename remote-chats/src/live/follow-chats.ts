import { messageSchema } from '@errand/contract/chats/message'
import { runEventSchema, type AssistantRun } from '@errand/contract/chats/run'
import { chatSessionSchema, type SessionList } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { queryClient, subscribeEvents, type ProductEvent } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { queryOptions } from '@tanstack/react-query'

import { listSessions } from '../chats/chats.api.ts'
import { chatsKey, chatsWithKey, listsKey, totalsKey } from '../chats/chats.queries.ts'
import { refreshTotals, applySession } from '../chats/session-cache.ts'
import { isNarrowed, type SessionFilter } from '../chats/session-filter.ts'
import {
  recordEventSeq,
  patchChat,
  refetchAllChats,
  withMessage,
  withoutMessage,
} from '../chat/chat.ts'

let isFollowing = false
let lastEventAt: Date | undefined
/** Since when something may have been missed that is not fetched yet; what is heard later does not move it. */
let missedSince: Date | undefined
let resyncCount = 0

/** Keeps what the page knows of chats true, from the first page that shows any. */
export function followChats(): void {
  if (isFollowing) return
  isFollowing = true
  lastEventAt = new Date(readNow())
  subscribeEvents(handleEvent)
}

/** Takes in one event; when some may have been missed, asks for what changed since the last one. */
export function handleEvent(event: ProductEvent): void {
  if (event.type === 'resync') {
    void fetchMissed()
    return
  }
  lastEventAt = new Date(event.at)
  applyEvent(event)
}

/** Brings what the page shows up to date; leaves what is about something else, or not known here. */
function applyEvent({ type, sessionId, sessionSeq, data }: OwnerEvent): void {
  if (sessionId === undefined || sessionSeq === undefined) return
  const update = toUpdate(sessionId, type, data)
  if (update === undefined) return
  recordEventSeq(sessionId, sessionSeq)
  update()
}

function toUpdate(sessionId: string, type: OwnerEvent['type'], data: OwnerEvent['data']) {
  if (type === 'run.state') {
    const { data: event } = runEventSchema.safeParse(data)
    return event && (() => queryClient.setQueryData(liveRunQuery(sessionId).queryKey, event.run))
  }
  if (data['removed'] === true) {
    const id = String(data['messageId'])
    return () => patchChat(sessionId, (thread) => withoutMessage(thread, id))
  }
  const { data: message } = messageSchema.safeParse(data['message'])
  if (message !== undefined)
    return () => patchChat(sessionId, (thread) => withMessage(thread, message))
  const { data: session } = chatSessionSchema.safeParse(data['session'])
  return (
    session &&
    (() => {
      applySession(session)
      refreshTotals()
    })
  )
}

/** What the assistant is doing in a chat at this moment; `answersAt` while it waits. */
export type LiveRun = Pick<AssistantRun, 'state' | 'answersAt'>

const runsKey = [...chatsKey, 'run'] as const

/** What is known of the assistant's work in a chat; only events tell of it. */
export const liveRunQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...runsKey, sessionId],
    queryFn: (): LiveRun | null => null,
    enabled: false,
  })

async function fetchMissed(): Promise<void> {
  missedSince ??= lastEventAt
  resyncCount += 1
  const resync = resyncCount
  const requestedAt = new Date(readNow())
  try {
    await catchUp(missedSince)
  } catch {
    // Still away: the next one asks for a longer time.
    return
  }
  // What a later one is still asking for may be missed yet.
  missedSince = resync === resyncCount ? undefined : requestedAt
  lastEventAt = requestedAt
}

/** Clocks differ, and what happened while an answer was on its way is not in it. */
const overlapMs = 15_000
const maxPages = 5

/**
 * Asks for the chats that changed since that moment, and for the open one; when too many did, or
 * nobody knows since when, everything that is shown is read again.
 */
async function catchUp(since: Date | undefined): Promise<void> {
  // Nothing else tells that a run is over.
  void queryClient.resetQueries({ queryKey: runsKey })
  void queryClient.invalidateQueries({ queryKey: totalsKey })
  refetchAllChats()
  if (since === undefined || !(await applyChangedSessions(since))) {
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
async function applyChangedSessions(since: Date): Promise<boolean> {
  const updatedSince = new Date(since.getTime() - overlapMs).toISOString()
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer: SessionList = await listSessions({ updatedSince, limit: 100, cursor })
    for (const session of answer.items) applySession(session)
    cursor = answer.nextCursor
    if (cursor === null) return true
  }
  return false
}
