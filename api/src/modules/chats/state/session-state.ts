import type {
  HandoffReason,
  RunState,
  SessionHandler,
  SessionStatus,
} from '@errand/contract/chats/session'

import type { StoredAttention, StoredCloseReason } from '../../../platform/database/tables/chats.ts'

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
type HasJob = { hasJob: boolean }

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
export function initialState({ at, hasJob }: { at: Date } & HasJob): SessionState {
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
export function stateColumns(state: SessionState): SessionState {
  const { status, closeReason, closedAt, handler, handlerSince } = state
  const { handlerReason, returnAt, run, attention } = state
  const where = { status, closeReason, closedAt }
  return { ...where, handler, handlerSince, handlerReason, returnAt, run, attention }
}

/** For how long after its end a chat goes on when the contact writes again. */
const followUpMs = 24 * 60 * 60 * 1000

/** The chat after the action; `new` when it belongs to a new chat, `refused` when it makes no sense here. */
export function nextState(
  state: SessionState,
  action: SessionAction,
): SessionState | 'new' | 'refused' {
  switch (action.type) {
    case 'inbound':
      return afterInbound(state, action)
    case 'owner_reply':
      return afterReply(state, action)
    case 'complete':
      return afterCompletion(state, action.at)
    case 'close':
      return afterClose(state, action)
    case 'take_over':
    case 'give_back':
    case 'return_due':
    case 'hand_off':
      break
  }
  return state.status === 'active' ? afterHandover(state, action) : 'refused'
}

type Of<T extends SessionAction['type']> = Extract<SessionAction, { type: T }>

/** The customer's next message never gives a chat back to the assistant. */
function afterInbound(state: SessionState, { at, hasJob }: Of<'inbound'>): SessionState | 'new' {
  // The window is open again, so nothing waits for a template.
  if (state.status === 'active') return { ...state, attention: without(state, 'awaiting_template') }
  const isFollowUp =
    state.status === 'completed' && at.getTime() - state.handlerSince.getTime() <= followUpMs
  if (!isFollowUp) return 'new'
  const again = initialState({ at, hasJob })
  return { ...again, attention: [...new Set([...again.attention, ...state.attention])] }
}

/** An answer from the owner cancels what the assistant was about to say, and opens an ended chat. */
function afterReply(state: SessionState, action: Of<'owner_reply'>): SessionState {
  const { at, to, hasJob, returnAt } = action
  const attention = without(state, 'handoff', 'awaiting_template', 'review')
  const active = { ...state, status: 'active', closeReason: null, closedAt: null } as const
  if (to === 'assistant') {
    return { ...handledBy(active, hasJob ? 'assistant' : 'none', at), attention }
  }
  return { ...handledByOwner(active, { at, reason: 'owner_takeover', returnAt }), attention }
}

function afterHandover(
  state: SessionState,
  action: Of<'take_over' | 'give_back' | 'return_due' | 'hand_off'>,
): SessionState | 'refused' {
  switch (action.type) {
    case 'take_over':
      return {
        ...handledByOwner(state, { ...action, reason: 'owner_takeover' }),
        attention: without(state, 'handoff'),
      }
    case 'hand_off':
      return {
        ...handledByOwner(state, action),
        attention: [...without(state, 'handoff'), 'handoff'],
      }
    case 'give_back':
      if (!action.hasJob) return 'refused'
      return { ...handledBy(state, 'assistant', action.at), attention: without(state, 'handoff') }
    case 'return_due':
      break
  }
  if (!isReturnDue(state, action.at)) return state
  return handledBy(state, action.hasJob ? 'assistant' : 'none', action.at)
}

function isReturnDue({ handler, returnAt }: SessionState, at: Date): boolean {
  return handler === 'owner' && returnAt !== null && returnAt <= at
}

function afterCompletion(state: SessionState, at: Date): SessionState | 'refused' {
  if (state.status === 'completed') return state
  if (state.status === 'closed') return 'refused'
  return { ...endedState(state, at), status: 'completed', closeReason: 'completed' }
}

/** A contact who wants no more, or must not write any more, ends the chat wherever it stood. */
function afterClose(state: SessionState, { at, reason }: Of<'close'>): SessionState {
  const isFinal = reason === 'opted_out' || reason === 'blocked'
  // Who closes a chat has seen what failed in it; it may be nothing that could be sent again.
  const seen = reason === 'owner' ? { attention: without(state, 'failed_message') } : {}
  if (state.status === 'closed') {
    return { ...state, ...seen, ...(isFinal && { closeReason: reason }) }
  }
  if (state.status === 'completed' && !isFinal && reason !== 'owner') return state
  const end = endedState({ ...state, ...seen }, at)
  return { ...end, status: 'closed', closeReason: reason, closedAt: at }
}

function endedState(state: SessionState, at: Date): SessionState {
  return { ...handledBy(state, 'none', at), handlerSince: at, attention: attentionAfterEnd(state) }
}

function handledBy(state: SessionState, handler: 'assistant' | 'none', at: Date): SessionState {
  const handlerSince = state.handler === handler ? state.handlerSince : at
  return { ...state, handler, handlerSince, handlerReason: null, returnAt: null, run: 'idle' }
}

function handledByOwner(
  state: SessionState,
  { at, reason, returnAt }: { at: Date; reason: HandoffReason; returnAt: Date | null },
): SessionState {
  if (state.handler === 'owner') return { ...state, returnAt }
  return {
    ...state,
    handler: 'owner',
    handlerSince: at,
    handlerReason: reason,
    returnAt,
    run: 'idle',
  }
}

function without({ attention }: SessionState, ...gone: StoredAttention[]): StoredAttention[] {
  return attention.filter((one) => !gone.includes(one))
}

/** What an end does not settle: a message that did not arrive, and a chat marked for later. */
function attentionAfterEnd({ attention }: Pick<SessionState, 'attention'>): StoredAttention[] {
  return attention.filter((one) => one === 'failed_message' || one === 'review')
}

/** When the assistant takes a chat back by itself; never, if there is nobody to take it. */
export function returnAtOf(
  { jobId }: { jobId: string | null },
  { minutes, at }: { minutes: number | null; at: Date },
): Date | null {
  return minutes === null || jobId === null ? null : new Date(at.getTime() + minutes * 60_000)
}
