import type { AssistantRunState } from '@errand/contract/chats/run'
import type { RunState } from '@errand/contract/chats/session'

/** What can happen to a run. */
export type RunAction =
  /** The contact wrote once more before anybody had begun to think. */
  | 'wait'
  /** A worker takes it, or takes it over from one that is gone. */
  | 'claim'
  /** The model is asked, for the first time or once more. */
  | 'ask'
  /** The model has answered. */
  | 'answer'
  /** What it said is in the outbox. */
  | 'say'
  /** There is nothing to say. */
  | 'finish'
  /** The 24-hour window is closed: what it says waits for the contact. */
  | 'park'
  /** The last part has left. */
  | 'send'
  | 'cancel'
  | 'fail'

/** Where each action leads; what is absent makes no sense there. */
const transitions: Record<AssistantRunState, Partial<Record<RunAction, AssistantRunState>>> = {
  debouncing: { wait: 'debouncing', claim: 'locked', cancel: 'cancelled' },
  locked: { claim: 'locked', ask: 'thinking', cancel: 'cancelled', fail: 'error' },
  thinking: {
    claim: 'locked',
    ask: 'thinking',
    answer: 'validating',
    cancel: 'cancelled',
    fail: 'error',
  },
  // What the model said is kept, so whoever takes it over goes on from here.
  validating: {
    claim: 'validating',
    say: 'sending',
    finish: 'done',
    park: 'parked',
    cancel: 'cancelled',
    fail: 'error',
  },
  sending: { send: 'done', park: 'parked', cancel: 'cancelled' },
  parked: { say: 'sending', cancel: 'cancelled' },
  done: {},
  cancelled: {},
  error: {},
}

/** The run after the action; `refused` when that makes no sense. */
export function nextRun(
  state: AssistantRunState,
  action: RunAction,
): AssistantRunState | 'refused' {
  return transitions[state][action] ?? 'refused'
}

/** States in which nobody else may begin to answer the same chat. */
export const workingStates = ['debouncing', 'locked', 'thinking', 'validating'] as const

/** What others may still put an end to. */
export const openStates = [...workingStates, 'sending', 'parked'] as const

const shown: Record<AssistantRunState, RunState> = {
  debouncing: 'debouncing',
  locked: 'thinking',
  thinking: 'thinking',
  validating: 'thinking',
  sending: 'sending',
  parked: 'idle',
  done: 'idle',
  cancelled: 'idle',
  error: 'error',
}

/** What the owner sees of it at his chat. */
export const shownAs = (state: AssistantRunState): RunState => shown[state]
