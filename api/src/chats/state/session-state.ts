import type {
  HandoffReason,
  RunState,
  SessionHandler,
  SessionStatus,
} from '@errand/contract/chats/session'

import type { StoredAttention, StoredCloseReason } from '../../database/tables/chats.ts'

/** Where a chat stands and who drives it: two axes that no single word can hold. */
export interface SessionState {
  status: SessionStatus
  closeReason: StoredCloseReason | null
  handler: SessionHandler
  handlerSince: Date
  handlerReason: HandoffReason | null
  returnAt: Date | null
  run: RunState
  attention: StoredAttention[]
  closedAt: Date | null
}

/** Whether the assistant could drive the chat: it needs a job for that. */
export type HasJob = { hasJob: boolean }

/** What can happen to a chat; `returnAt` is when the assistant takes it back by itself. */
export type SessionAction =
  | ({ type: 'inbound'; at: Date } & HasJob)
  | ({ type: 'owner_reply'; at: Date; to: 'owner' | 'assistant'; returnAt: Date | null } & HasJob)
  | { type: 'take_over'; at: Date; returnAt: Date | null }
  | ({ type: 'give_back'; at: Date } & HasJob)
  | ({ type: 'return_due'; at: Date } & HasJob)
  | { type: 'hand_off'; at: Date; reason: HandoffReason; returnAt: Date | null }
  | { type: 'complete'; at: Date }
  | { type: 'close'; at: Date; reason: Exclude<StoredCloseReason, 'completed'> }

/** How a chat begins; one that no job takes is the owner's business. */
export function beginning({ at, hasJob }: { at: Date } & HasJob): SessionState {
  return {
    status: 'active',
    closeReason: null,
    handler: hasJob ? 'assistant' : 'none',
    handlerSince: at,
    handlerReason: null,
    returnAt: null,
    run: 'idle',
    attention: hasJob ? [] : ['handoff'],
    closedAt: null,
  }
}

/** The state alone, of a row that has more columns. */
export function columnsOf(state: SessionState): SessionState {
  const { status, closeReason, closedAt, handler, handlerSince } = state
  const { handlerReason, returnAt, run, attention } = state
  const where = { status, closeReason, closedAt }
  return { ...where, handler, handlerSince, handlerReason, returnAt, run, attention }
}
