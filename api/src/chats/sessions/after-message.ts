import type { MessageRow, SessionRow } from '../rows.ts'
import { previewOf } from '../messages/message-preview.ts'
import type { SessionChanges } from './sessions.repo.ts'

/** For how long after the contact wrote free text may be sent. */
const windowMs = 24 * 60 * 60 * 1000

/** A chat as it is after what has been decided so far. */
type Counted = Pick<SessionChanges, 'messageCount' | 'lastActivityAt'>

/** What a new message changes of its chat, whoever wrote it. */
export function afterMessage(session: Counted, message: MessageRow): SessionChanges {
  return {
    ...asLast(message),
    messageCount: (session.messageCount ?? 0) + 1,
    lastActivityAt: latest(session.lastActivityAt ?? message.createdAt, message.createdAt),
  }
}

/** The chat's line in the list, from its last message. */
export function asLast(message: MessageRow | undefined): SessionChanges {
  return {
    lastMessageId: message?.id ?? null,
    lastMessagePreview: message === undefined ? '' : previewOf(message),
    lastMessageAuthor: message?.author ?? null,
    lastMessageAt: message?.createdAt ?? null,
    lastMessageStatus: message?.status ?? null,
  }
}

/** Only the contact's own words open the window, and late ones do not shorten it. */
export function openWindow(session: SessionRow, at: Date): SessionChanges {
  const lastInboundAt = latest(session.lastInboundAt ?? at, at)
  return { lastInboundAt, windowExpiresAt: new Date(lastInboundAt.getTime() + windowMs) }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
