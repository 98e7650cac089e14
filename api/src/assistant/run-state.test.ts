import { assistantRunStates, type AssistantRunState } from '@errand/contract/chats/run'
import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  nextRun,
  openStates,
  runActions,
  shownAs,
  workingStates,
  type RunAction,
} from './run-state.ts'

/** Where each state ends: the whole diagram, in the order of the states. */
const diagram: Record<RunAction, string> = {
  wait: 'debouncing - - - - - - - -',
  claim: 'locked locked locked validating - - - - -',
  ask: '- thinking thinking - - - - - -',
  answer: '- - validating - - - - - -',
  say: '- - - sending - sending - - -',
  finish: '- - - done - - - - -',
  park: '- - - parked parked - - - -',
  send: '- - - - done - - - -',
  cancel: 'cancelled cancelled cancelled cancelled cancelled cancelled - - -',
  fail: '- error error error - - - - -',
}

describe.each(runActions)('after: %s', (action) => {
  const ends = diagram[action].split(' ')
  test.each(assistantRunStates.map((state, index) => [state, ends[index]] as const))(
    'what was %s',
    (state, end) => {
      expect(nextRun(state, action)).toBe(end === '-' ? 'refused' : end)
    },
  )
})

test('a chat shows what is done for it, and nothing once it is over', () => {
  expect(assistantRunStates.map(shownAs)).toEqual(
    'debouncing thinking thinking thinking sending idle idle idle error'.split(' '),
  )
})

test('whatever happens, an end is an end, and before it one can always put an end to it', () => {
  assert(
    property(array(constantFrom(...runActions), { maxLength: 30 }), (happened) => {
      let state: AssistantRunState = 'debouncing'
      for (const action of happened) {
        const after = nextRun(state, action)
        const isOpen = openStates.some((open) => open === state)
        expect(nextRun(state, 'cancel')).toBe(isOpen ? 'cancelled' : 'refused')
        expect(isOpen || after === 'refused').toBe(true)
        if (after !== 'refused') state = after
      }
    }),
  )
  expect(openStates.slice(0, 4)).toEqual(workingStates)
})
