import type {
  HandoffReason,
  RunState,
  SessionHandler,
  SessionStatus,
} from '@errand/contract/chats/session'

import type { StoredAttention, StoredCloseReason } from '../../../platform/database/tables/chats.ts'

/** The status of a chat and who drives it, which are independent of each other. */
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

/** Whether the chat has a job, without which the assistant cannot drive it. */
type HasJob = { hasJob: boolean }

/** What can happen to a chat; `returnAt` is when the assistant takes it back automatically. */
export type SessionAction =
  | ({ type: 'inbound'; at: Date; isBooked?: boolean } & HasJob)
  | ({ type: 'owner_reply'; at: Date; to: 'owner' | 'assistant'; returnAt: Date | null } & HasJob)
  | { type: 'take_over'; at: Date; returnAt: Date | null }
  | ({ type: 'give_back'; at: Date } & HasJob)
  | ({ type: 'return_due'; at: Date } & HasJob)
  | { type: 'hand_off'; at: Date; reason: HandoffReason; returnAt: Date | null }
  | { type: 'complete'; at: Date }
  | { type: 'close'; at: Date; reason: Exclude<StoredCloseReason, 'completed'> }

/** The state of a new chat; without a job it needs the owner. */
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

/** Only the state columns of a row. */
export function stateColumns(state: SessionState): SessionState {
  const { status, closeReason, closedAt, handler, handlerSince } = state
  const { handlerReason, returnAt, run, attention } = state
  const where = { status, closeReason, closedAt }
  return { ...where, handler, handlerSince, handlerReason, returnAt, run, attention }
}

/** For how long after its completion a message of the contact reopens a chat. */
const followUpMs = 24 * 60 * 60 * 1000

/** The state after an action; `new` if the message starts a new chat, `refused` if the action is not possible. */
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

/** A message of the contact never hands a chat back to the assistant. */
function afterInbound(
  state: SessionState,
  { at, hasJob, isBooked = false }: Of<'inbound'>,
): SessionState | 'new' {
  // The 24-hour window is open again, so no template is needed, and the contact has moved on.
  if (state.status === 'active')
    return { ...state, attention: without(state, 'awaiting_template', 'failed_message') }
  const isFollowUp =
    state.status === 'completed' && at.getTime() - state.handlerSince.getTime() <= followUpMs
  // What is booked is talked about in its chat, whenever and however that ended.
  if (!isFollowUp && !(isBooked && hasJob)) return 'new'
  const again = initialState({ at, hasJob })
  return { ...again, attention: [...new Set([...again.attention, ...state.attention])] }
}

/** A reply of the owner stops the assistant and reopens an ended chat. */
function afterReply(state: SessionState, action: Of<'owner_reply'>): SessionState {
  const { at, to, hasJob, returnAt } = action
  const attention = without(state, 'handoff', 'awaiting_template', 'review', 'reminder')
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

/** An opt-out or a block closes a chat in any state. */
function afterClose(state: SessionState, { at, reason }: Of<'close'>): SessionState {
  const isFinal = reason === 'opted_out' || reason === 'blocked'
  // An owner who closes a chat has seen its failed messages, which perhaps cannot be sent again.
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

/** The reasons for attention that stay after the end: a failed message, and a chat saved for later. */
function attentionAfterEnd({ attention }: Pick<SessionState, 'attention'>): StoredAttention[] {
  return attention.filter((one) => staysAfterEnd.has(one))
}

const staysAfterEnd = new Set<StoredAttention>(['failed_message', 'review', 'reminder'])

/** When the assistant takes a chat back automatically; never for a chat without a job. */
export function returnAtOf(
  { jobId }: { jobId: string | null },
  { minutes, at }: { minutes: number | null; at: Date },
): Date | null {
  return minutes === null || jobId === null ? null : new Date(at.getTime() + minutes * 60_000)
}
