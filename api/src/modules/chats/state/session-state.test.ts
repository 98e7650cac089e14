import { assert, constantFrom, array, property } from 'fast-check'
import { expect, test } from 'vitest'

import { initialState, nextState, type SessionAction, type SessionState } from './session-state.ts'

const before = new Date('2026-11-21T09:00:00Z')
const at = new Date('2026-11-21T10:00:00Z')
const later = new Date('2026-11-21T14:00:00Z')
const hasJob = true

const byAssistant = initialState({ at: before, hasJob })
const byNobody = initialState({ at: before, hasJob: false })
const owned: SessionState = {
  ...byAssistant,
  handler: 'owner',
  handlerReason: 'owner_takeover',
  returnAt: later,
}
const completed: SessionState = {
  ...byAssistant,
  status: 'completed',
  closeReason: 'completed',
  handler: 'none',
}
const closed = (closeReason: NonNullable<SessionState['closeReason']>): SessionState => ({
  ...completed,
  status: 'closed',
  closeReason,
  closedAt: before,
})

/** Every state there is. */
const states = {
  'active/assistant': byAssistant,
  'active/owner': owned,
  'active/none': byNobody,
  completed,
  'closed(owner)': closed('owner'),
  'closed(idle)': closed('idle'),
  'closed(limit)': closed('limit'),
  'closed(opted_out)': closed('opted_out'),
  'closed(blocked)': closed('blocked'),
} as const

/** Everything that can happen. */
const actions = {
  inbound: { type: 'inbound', at, hasJob },
  reply: { type: 'owner_reply', at, to: 'owner', returnAt: later, hasJob },
  'reply for the assistant': { type: 'owner_reply', at, to: 'assistant', returnAt: null, hasJob },
  'take over': { type: 'take_over', at, returnAt: later },
  'give back': { type: 'give_back', at, hasJob },
  'give back to nobody': { type: 'give_back', at, hasJob: false },
  'return too early': { type: 'return_due', at, hasJob },
  'return timer': { type: 'return_due', at: later, hasJob },
  'return timer without job': { type: 'return_due', at: later, hasJob: false },
  'hand off': { type: 'hand_off', at, reason: 'customer_request', returnAt: later },
  complete: { type: 'complete', at },
  close: { type: 'close', at, reason: 'owner' },
  'idle close': { type: 'close', at, reason: 'idle' },
  limit: { type: 'close', at, reason: 'limit' },
  'opt-out': { type: 'close', at, reason: 'opted_out' },
  block: { type: 'close', at, reason: 'blocked' },
} as const satisfies Record<string, SessionAction>
type ActionName = keyof typeof actions

const nameOf = ({ status, handler, closeReason }: SessionState) =>
  status === 'active'
    ? `active/${handler}`
    : status === 'completed'
      ? 'completed'
      : `closed(${closeReason})`

/** Where each state ends: active of the assistant, of the owner, of nobody; completed; any closed. */
const diagram: Record<ActionName, string> = {
  inbound: 'same same same active/assistant new',
  reply: 'active/owner active/owner active/owner active/owner active/owner',
  'reply for the assistant':
    'active/assistant active/assistant active/assistant active/assistant active/assistant',
  'take over': 'active/owner active/owner active/owner refused refused',
  'give back': 'active/assistant active/assistant active/assistant refused refused',
  'give back to nobody': 'refused refused refused refused refused',
  'return too early': 'same same same refused refused',
  'return timer': 'same active/assistant same refused refused',
  'return timer without job': 'same active/none same refused refused',
  'hand off': 'active/owner active/owner active/owner refused refused',
  complete: 'completed completed completed completed refused',
  close: 'closed(owner) closed(owner) closed(owner) closed(owner) same',
  'idle close': 'closed(idle) closed(idle) closed(idle) same same',
  limit: 'closed(limit) closed(limit) closed(limit) same same',
  'opt-out':
    'closed(opted_out) closed(opted_out) closed(opted_out) closed(opted_out) closed(opted_out)',
  block: 'closed(blocked) closed(blocked) closed(blocked) closed(blocked) closed(blocked)',
}

test.each(Object.keys(actions) as ActionName[])(
  'each state has the expected next state after: %s',
  (action) => {
    const wanted = diagram[action].split(' ')
    const ends = Object.entries(states).map(([name, state]) => {
      const after = nextState(state, actions[action])
      const end = typeof after === 'string' ? after : nameOf(after)
      return [name, end]
    })
    expect(ends).toEqual(
      Object.keys(states).map((name, index) => {
        const end = wanted[Math.min(index, 4)]
        return [name, end === 'same' ? name : end]
      }),
    )
  },
)

test('a message reopens a completed chat for 24 hours, and starts a new one after that', () => {
  const dayMs = 24 * 60 * 60 * 1000
  const inTime = nextState(completed, { type: 'inbound', at: new Date(+before + dayMs), hasJob })
  expect(inTime).toEqual(initialState({ at: new Date(+before + dayMs), hasJob }))
  const late = { type: 'inbound', at: new Date(+before + dayMs + 1), hasJob } as const
  expect(nextState(completed, late)).toBe('new')
  // What no job takes is the business of the owner.
  const jobless = nextState(completed, { type: 'inbound', at, hasJob: false })
  expect(jobless).toMatchObject({ status: 'active', handler: 'none', attention: ['handoff'] })
})

test('every reply of the owner postpones the return, and the first one sets the start', () => {
  const first = nextState(byAssistant, actions.reply) as SessionState
  const since = { handlerSince: at, handlerReason: 'owner_takeover' }
  expect(first).toMatchObject({ ...since, returnAt: later })
  const muchLater = new Date('2026-11-21T18:00:00Z')
  const second = nextState(first, { ...actions.reply, at: later, returnAt: muchLater })
  expect(second).toMatchObject({ ...since, returnAt: muchLater })
})

test('each action clears the attention that it settles', () => {
  const waiting: SessionState = {
    ...byAssistant,
    attention: ['handoff', 'failed_message', 'awaiting_template', 'review'],
  }
  const left = (action: ActionName) =>
    (nextState(waiting, actions[action]) as SessionState).attention
  expect(left('reply')).toEqual(['failed_message'])
  expect(left('inbound')).toEqual(['handoff', 'review'])
  expect(left('take over')).toEqual(['failed_message', 'awaiting_template', 'review'])
  expect(left('give back')).toEqual(['failed_message', 'awaiting_template', 'review'])
  expect(left('hand off')).toEqual(['failed_message', 'awaiting_template', 'review', 'handoff'])
  expect(left('close')).toEqual(['review'])
  expect(left('idle close')).toEqual(['failed_message', 'review'])
  expect(left('complete')).toEqual(['failed_message', 'review'])
})

test('closing an ended chat clears its failed message', () => {
  const ended: SessionState = { ...closed('idle'), attention: ['failed_message', 'review'] }
  expect(nextState(ended, actions.close)).toEqual({ ...ended, attention: ['review'] })
  expect(nextState(ended, actions['idle close'])).toEqual(ended)
})

test('any sequence of actions keeps the state valid for the database', () => {
  const names = array(constantFrom(...(Object.keys(actions) as ActionName[])), { maxLength: 30 })
  assert(
    property(names, (happened) => {
      let state: SessionState = byAssistant
      for (const name of happened) {
        const after = nextState(state, actions[name])
        if (typeof after === 'string') continue
        state = after
        expect(state.status === 'closed').toBe(state.closedAt !== null)
        expect(state.status === 'active').toBe(state.closeReason === null)
        expect(new Set(state.attention).size).toBe(state.attention.length)
        expect(state.handler === 'owner' || state.returnAt === null).toBe(true)
        expect(state.status === 'active' || state.handler === 'none').toBe(true)
      }
    }),
  )
})
