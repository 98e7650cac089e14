import { generateSchema } from '@errand/contract/job-generation'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { fails, replays, startAiServer, type AiServer } from '../../../test/ai-server.ts'
import { nothingOf, testField, testMessage, testRequest, testTurn } from '../../../test/turns.ts'
import type { AiProvider } from '../ai-provider.ts'
import type { Turn, TurnRequest } from '../turn.ts'
import { compatibleProvider } from './compatible-provider.ts'

let server: AiServer
let provider: AiProvider

beforeAll(async () => {
  server = await startAiServer()
  provider = compatibleProvider({ baseUrl: server.baseUrl, model: 'small-1' })
})
afterEach(() => server.forget())
afterAll(() => server.stop())

const { signal } = new AbortController()
const fields = [
  testField('name'),
  testField('people', 'integer'),
  testField('toppings', 'multi_select', {
    options: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  }),
  testField('vip', 'boolean'),
]
const request = (): TurnRequest => {
  const inbound = [testMessage('I am Asha, and I would like a table')]
  return testRequest(nothingOf(fields), { inbound })
}
const nothing = { name: null, people: null, toppings: null, vip: null }
/** What `good.json` says, and most of the others in their way. */
const turn = testTurn({
  reply: 'Thank you, Asha. For how many people?',
  asks: ['people'],
  fields: { ...nothing, name: 'Asha' },
  evidence: { ...nothing, name: 'Asha' },
})
const answer = () => provider.answer(request(), { signal })
const draft = (onPart: (part: { instructions?: string | undefined }) => void) =>
  provider.draft('instructions', generateSchema.parse({ prompt: 'Be kind' }), { signal, onPart })
test.each<[string, Partial<Turn>]>([
  ['missing-members', { intent: 'other', asks: [], evidence: nothing, confidence: 0.5 }],
  [
    'empty-members',
    {
      intent: 'other',
      asks: [],
      fields: { ...nothing, name: 'Asha', people: '' },
      evidence: nothing,
      confidence: 0.5,
    },
  ],
  [
    'other-scalars',
    {
      fields: { name: '1207', people: '4', toppings: ['a', 'b'], vip: true },
      evidence: { name: '1207', people: '4', toppings: 'A and B', vip: 'true' },
      confidence: 0.8,
    },
  ],
  ['fenced', {}],
  ['fenced-in-prose', {}],
  ['prose-around', {}],
  ['thinking', {}],
  ['thinking-nested', {}],
  ['thinking-unclosed', {}],
  ['thinking-unopened', {}],
  ['thinking-apart', {}],
  ['tags-in-texts', { reply: 'Thank you, Asha. Your </think> tag is <think> noted.' }],
])('%s: the answer is read at once', async (name, more) => {
  server.behaviours.push(replays(`${name}.json`), fails(400))

  expect((await answer()).turn).toEqual({ ...turn, ...more })
  expect(server.asked).toHaveLength(1)
})

test('of a streamed draft nothing is shown but the draft', async () => {
  server.behaviours.push(replays('thinking-draft.txt'), fails(400))
  const parts: unknown[] = []

  const made = await draft(({ instructions }) => parts.push(instructions ?? ''))

  expect(made.draft).toEqual({ instructions: 'Be kind.' })
  expect(new Set(parts)).toEqual(new Set(['', 'Be ', 'Be kind.']))
})
