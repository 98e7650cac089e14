import { messageSchema } from '@errand/contract/chats/message'
import { runEventSchema, type AssistantRun } from '@errand/contract/chats/run'
import {
  chatSessionSchema,
  listSessionsCall,
  type SessionList,
} from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { callApi, queryClient, subscribeEvents, type ProductEvent } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { queryOptions } from '@tanstack/react-query'

import { recordEventSeq, patchChat, refetchAllChats, withMessage, withoutMessage } from './chat.ts'
import { chatsKey, chatsWithKey, listsKey, totalsKey } from './chats.queries.ts'
import { applySession, refreshAnswers, refreshTotals } from './session-cache.ts'
import { isNarrowed, type SessionFilter } from './session-filter.ts'

let isFollowing = false
let lastEventAt: Date | undefined
/**
 * The start of the gap in which events may have been missed and were not fetched yet; later events
 * do not move it.
 */
let missedSince: Date | undefined
let resyncCount = 0

/** Keeps cached chats up to date by events, from the first page that shows any. */
export function followChats(): void {
  if (isFollowing) return
  isFollowing = true
  lastEventAt = new Date(readNow())
  subscribeEvents(handleEvent)
}

/** Handles one event; after a gap, fetches what changed since the last one. */
export function handleEvent(event: ProductEvent): void {
  if (event.type === 'resync') {
    void fetchMissed()
    return
  }
  lastEventAt = new Date(event.at)
  applyEvent(event)
}

/** Applies an event to the cache; ignores events about other things or unknown chats. */
function applyEvent({ type, sessionId, sessionSeq, data }: OwnerEvent): void {
  if (sessionId === undefined || sessionSeq === undefined) return
  if (type === 'form_data.updated') refreshAnswers()
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
    return () => patchChat(sessionId, (chat) => withoutMessage(chat, id))
  }
  const { data: message } = messageSchema.safeParse(data['message'])
  if (message !== undefined) return () => patchChat(sessionId, (chat) => withMessage(chat, message))
  const { data: session } = chatSessionSchema.safeParse(data['session'])
  return (
    session &&
    (() => {
      applySession(session)
      refreshTotals()
    })
  )
}

/** What the assistant is doing in a session; `answersAt` while it waits. */
export type LiveRun = Pick<AssistantRun, 'state' | 'answersAt'>

const runsKey = [...chatsKey, 'run'] as const

/** The state of a session's run; known from events only. */
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
    // Still offline: the next attempt covers a longer time.
    return
  }
  // A newer attempt may still be fetching an earlier gap.
  missedSince = resync === resyncCount ? undefined : requestedAt
  lastEventAt = requestedAt
}

/** An overlap, because clocks differ and an answer lacks what happened while it was on its way. */
const overlapMs = 15_000
const maxPages = 5

/**
 * Fetches the sessions that changed since a moment, and the open chat. If there are too many, or
 * the moment is unknown, refetches everything that is shown.
 */
async function catchUp(since: Date | undefined): Promise<void> {
  // Nothing else reports that a run has ended.
  void queryClient.resetQueries({ queryKey: runsKey })
  void queryClient.invalidateQueries({ queryKey: totalsKey })
  refetchAllChats()
  refreshAnswers()
  if (since === undefined || !(await applyChangedSessions(since))) {
    void queryClient.invalidateQueries({ queryKey: chatsWithKey })
    await queryClient.resetQueries({ queryKey: listsKey })
    return
  }
  // Only the api can say which sessions match a text search.
  await queryClient.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ queryKey }) => needsApi(queryKey[listsKey.length] as SessionFilter),
  })
}

const needsApi = (filter: SessionFilter): boolean =>
  isNarrowed({ ...filter, status: '', job: '' }) || filter.sort !== '-lastActivityAt'

/** Returns whether all changes could be fetched. */
async function applyChangedSessions(since: Date): Promise<boolean> {
  const updatedSince = new Date(since.getTime() - overlapMs).toISOString()
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const query = { updatedSince, limit: 100, cursor }
    const answer: SessionList = await callApi(listSessionsCall, { query })
    for (const session of answer.items) applySession(session)
    cursor = answer.nextCursor
    if (cursor === null) return true
  }
  return false
}
