import type { chatSessions } from '../database/schema.ts'
import { previewOf } from '../chats/messages/message-preview.ts'
import { dayMs, plus } from './demo-time.ts'
import { idleMinutes } from './make-jobs.ts'
import type { MadeMessage } from './make-messages.ts'
import type { Outcome } from './plan-chats.ts'

type SessionRow = typeof chatSessions.$inferInsert

/** How long after the last word an owner closes a chat. */
export const closedAfterMs = 30 * 60_000

type State = Pick<
  SessionRow,
  | 'status'
  | 'closeReason'
  | 'handler'
  | 'handlerSince'
  | 'handlerReason'
  | 'handoffReasons'
  | 'attention'
  | 'closedAt'
>

/** Where the chat stands, as the states' own rules leave it. */
export function stateOf({
  outcome,
  messages,
  isHandedOver,
}: {
  outcome: Outcome
  messages: readonly MadeMessage[]
  isHandedOver: boolean
}): State & { closedAt: Date | null } {
  const last = messages.at(-1)?.createdAt ?? new Date(0)
  const failed = messages.some(({ status }) => status === 'failed')
    ? (['failed_message'] as const)
    : []
  const byOwner = messages.find(({ author }) => author === 'owner')
  const reasons = isHandedOver ? (['customer_request'] as const) : []
  const common = { handoffReasons: [...reasons], attention: [...failed] }
  if (outcome === 'active' && isHandedOver) {
    // Until the owner has said something the chat waits for him.
    const attention = byOwner === undefined ? (['handoff'] as const) : []
    const handler = { handler: 'owner' as const, handlerReason: 'customer_request' as const }
    return {
      ...common,
      ...handler,
      status: 'active',
      closeReason: null,
      handlerSince: byOwner?.createdAt ?? last,
      attention: [...failed, ...attention],
      closedAt: null,
    }
  }
  if (outcome === 'active') {
    const handlerSince = messages[0]?.createdAt ?? last
    return {
      ...common,
      status: 'active',
      closeReason: null,
      handler: 'assistant',
      handlerSince,
      handlerReason: null,
      closedAt: null,
    }
  }
  const ended = { ...common, handler: 'none' as const, handlerReason: null }
  if (outcome === 'completed') {
    return {
      ...ended,
      status: 'completed',
      closeReason: 'completed',
      handlerSince: last,
      closedAt: null,
    }
  }
  const closedAt = plus(
    last,
    outcome === 'idle' ? idleMinutes * 60_000 : outcome === 'owner' ? closedAfterMs : 0,
  )
  return { ...ended, status: 'closed', closeReason: outcome, handlerSince: closedAt, closedAt }
}

/** What the list shows of the messages. */
export function linesOf(messages: readonly MadeMessage[]) {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('A chat begins with a message')
  const lastInboundAt = messages.findLast(({ direction }) => direction === 'in')?.createdAt ?? null
  return {
    lastMessageId: last.id,
    lastMessagePreview: previewOf(last),
    lastMessageAuthor: last.author,
    lastMessageAt: last.createdAt,
    lastMessageStatus: last.status,
    lastActivityAt: last.createdAt,
    messageCount: messages.length,
    lastInboundAt,
    windowExpiresAt: lastInboundAt && plus(lastInboundAt, dayMs),
  }
}
