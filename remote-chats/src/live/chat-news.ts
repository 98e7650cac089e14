import { messageSchema, type Message } from '@errand/contract/chats/message'
import { chatSessionSchema, type ChatSession } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'

import { readRun, type LiveRun } from './live-run.ts'

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
