import { expect, test } from 'vitest'

import { nothingOf, testMessage, testRequest, testTurn } from '../../../test/turns.ts'
import type { Turn } from '../ai/turn.ts'
import { english } from '../phrases/phrases.ts'
import { checkTurn } from './check-turn.ts'

const nothing = nothingOf([])

function check(said: string, turn: Partial<Turn>) {
  const request = testRequest(nothing, { inbound: [testMessage(said)] })
  return checkTurn({ turn: testTurn(turn), request, collected: nothing, isShown: false })
}

const over = { action: 'handoff', handoffReason: 'missing_knowledge' } as const
const named = 'Dr. Meera is the one for that: our team will answer you here.'

test.each([
  ['it names who answers', { ...over, reply: named }, [named]],
  [
    'it does not mention the hand-over',
    { ...over, reply: 'The chipped tooth needs a look first. Is it painful?' },
    ['The chipped tooth needs a look first.', english.handoff],
  ],
  [
    'the contact complains',
    { intent: 'complaint', reply: 'I am so sorry about the cold food. Which order was it?' },
    ['I am so sorry about the cold food.', english.handoff],
  ],
  ['it is unsure', { confidence: 0.1, reply: 'Perhaps we do.' }, [english.handoff]],
] as const)('without an owner’s hand-over message, the reply is kept: %s', (_, turn, told) => {
  const { action, replies } = check('my tooth!', turn)
  expect({ action, replies }).toEqual({ action: 'handoff', replies: told })
})

test('filters a handoff message like a reply', () => {
  const reply = `${named} It is ₹999.`
  expect(check('my tooth!', { ...over, reply }).replies).toEqual([named])
})

test('hands an emergency over as an emergency, whatever else applies', () => {
  const emergency = { action: 'handoff', handoffReason: 'emergency' } as const
  expect(check('gas! I want a person', { ...emergency, intent: 'person' })).toMatchObject(emergency)
  expect(check('gas! so bad', { ...emergency, intent: 'complaint' })).toMatchObject(emergency)
})
