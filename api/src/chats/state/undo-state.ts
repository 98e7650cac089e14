import type { StoredAttention } from '../../database/tables/chats.ts'
import type { ReplyUndo, StoredState } from '../../database/tables/reply-undo.ts'
import { kept, next } from './next-state.ts'
import { beginning, type SessionState } from './session-state.ts'

/** Where a chat stands and who drives it, as Undo remembers it. */
export function toStored(state: SessionState): StoredState {
  const { status, closeReason, closedAt, handler, handlerSince, handlerReason, returnAt } = state
  return {
    status,
    closeReason,
    closedAt: closedAt?.toISOString() ?? null,
    handler,
    handlerSince: handlerSince.toISOString(),
    handlerReason,
    returnAt: returnAt?.toISOString() ?? null,
  }
}

export const isSameState = (one: StoredState, other: StoredState): boolean =>
  Object.entries(one).every(([key, value]) => other[key as keyof StoredState] === value)

interface Undone {
  undo: Pick<ReplyUndo, 'before' | 'after' | 'attention'>
  hasJob: boolean
  /** When the contact wrote after the reply. */
  inboundAt: Date | undefined
}

/**
 * A chat without a reply that was undone. What others have decided since stands: where the state is
 * not the reply's any more, only the mark to look at the chat again comes back.
 */
export function withoutReply(
  state: SessionState,
  { undo, hasJob, inboundAt }: Undone,
): SessionState {
  if (!isSameState(toStored(state), undo.after)) {
    return { ...state, attention: attentionBefore(state, undo, (one) => one === 'review') }
  }
  const attention = attentionBefore(state, undo, () => true)
  const before = { ...fromStored(undo.before), run: state.run, attention }
  if (inboundAt === undefined) return before
  const inbound = { at: inboundAt, hasJob }
  const then = next(before, { type: 'inbound', ...inbound })
  if (typeof then !== 'string') return then
  // The chat would have been a new one; what the contact wrote stays where it is.
  const begun = beginning(inbound)
  return { ...begun, attention: [...begun.attention, ...kept(before)] }
}

/** What asks for the owner now, with what the reply had settled and counts again. */
function attentionBefore(
  { attention: now }: SessionState,
  { attention: { before, after } }: Undone['undo'],
  counts: (one: StoredAttention) => boolean,
): StoredAttention[] {
  const isBack = (one: StoredAttention) => !after.includes(one) && counts(one)
  return [
    ...before.filter((one) => now.includes(one) || isBack(one)),
    ...now.filter((one) => !before.includes(one)),
  ]
}

function fromStored(stored: StoredState): Omit<SessionState, 'run' | 'attention'> {
  const { closedAt, handlerSince, returnAt } = stored
  return {
    ...stored,
    closedAt: closedAt === null ? null : new Date(closedAt),
    handlerSince: new Date(handlerSince),
    returnAt: returnAt === null ? null : new Date(returnAt),
  }
}
