import { messageSchema, type Message } from '@errand/contract/chats/message'
import { runEventSchema, type AssistantRun } from '@errand/contract/chats/run'
import { chatSessionSchema, type ChatSession } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { recount, takeSession } from '../chats/session-cache.ts'
import { noteHeard, patchThread } from '../thread/thread.queries.ts'
import { withMessage, withoutMessage } from '../thread/thread.ts'

/** What an event says of a chat. */
export type ChatNews = { sessionId: string; seq: number } & (
  | { kind: 'message'; message: Message; isNew: boolean }
  | { kind: 'removed'; messageId: string }
  | { kind: 'session'; session: ChatSession }
  | { kind: 'run'; run: LiveRun }
)

/** Reads an event; nothing where it is about something else, or says what this page does not know. */
export function readChatNews(event: OwnerEvent): ChatNews | undefined {
  const { type, sessionId, sessionSeq: seq, data } = event
  if (sessionId === undefined || seq === undefined) return undefined
  const chat = { sessionId, seq }
  if (type === 'run.state') {
    const run = readRun(data)
    return run === undefined ? undefined : { ...chat, kind: 'run', run }
  }
  if (data['removed'] === true) {
    return { ...chat, kind: 'removed', messageId: String(data['messageId']) }
  }
  const message = messageSchema.safeParse(data['message'])
  if (message.success) {
    return { ...chat, kind: 'message', message: message.data, isNew: type === 'message.created' }
  }
  const session = chatSessionSchema.safeParse(data['session'])
  return session.success ? { ...chat, kind: 'session', session: session.data } : undefined
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

function keepRun(sessionId: string, run: LiveRun): void {
  queryClient.setQueryData(liveRunQuery(sessionId).queryKey, run)
}

/** Lets go of what events told: some were missed, and nothing else tells that a run is over. */
export function forgetRuns(): void {
  void queryClient.resetQueries({ queryKey: runsKey })
}

/** Reads what an event tells of a run. */
function readRun(data: unknown): LiveRun | undefined {
  const event = runEventSchema.safeParse(data)
  return event.success ? event.data.run : undefined
}

/** Brings what the page shows up to date with one piece of news. */
export function applyNews(news: ChatNews): void {
  const { sessionId, seq } = news
  noteHeard(sessionId, seq)
  switch (news.kind) {
    case 'message':
      patchThread(sessionId, (thread) => withMessage(thread, news.message))
      break
    case 'removed':
      patchThread(sessionId, (thread) => withoutMessage(thread, news.messageId))
      break
    case 'session':
      takeSession(news.session)
      recount()
      break
    case 'run':
      keepRun(sessionId, news.run)
      break
  }
}
