import { generateSchema } from '@errand/contract/job-generation'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { fails, replays, says, startAiServer, type AiServer } from '../../../../test/ai-server.ts'
import { nothingOf, testField, testMessage, testRequest, testTurn } from '../../../../test/turns.ts'
import type { AiProvider } from '../ai-provider.ts'
import type { Turn, TurnRequest } from '../turn.ts'
import { compatibleProvider } from './compatible-provider.ts'
import { countTokens } from './turn-prompt.ts'

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
const request = (job: Partial<TurnRequest['job']> = {}): TurnRequest => {
  const inbound = [testMessage('I am Asha, and I would like a table')]
  const asking = testRequest(nothingOf(fields), { inbound })
  return { ...asking, job: { ...asking.job, ...job } }
}
const nothing = { name: null, people: null, toppings: null, vip: null }
/** What `good.json` says, and most of the others in their way. */
const turn = testTurn({
  reply: 'Thank you, Asha. For how many people?',
  asks: ['people'],
  fields: { ...nothing, name: 'Asha' },
  evidence: { ...nothing, name: 'Asha' },
})
const unsaid = { reply: '', asks: [], fields: nothing, evidence: nothing }
const answer = (wanted = request()) => provider.answer(wanted, { signal })
const draft = () =>
  provider.draft('instructions', generateSchema.parse({ prompt: 'Be kind' }), { signal })
/** What the second question says below the chat. */
const complaint = () => server.asked[1]?.messages.at(-1)?.content.split('</chat>').at(-1)

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
  [
    'words-for-nothing',
    { intent: 'small_talk', fields: nothing, evidence: nothing, confidence: 0.8 },
  ],
  ['nothing-to-say', { ...unsaid, intent: 'small_talk', action: 'ignore' }],
  [
    'words-in-capitals',
    {
      ...unsaid,
      intent: 'complaint',
      reply: 'Please call 112 now.',
      action: 'handoff',
      handoffReason: 'emergency',
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
])('%s: the answer is read without a retry', async (name, more) => {
  server.behaviours.push(replays(`${name}.json`), fails(400))

  expect((await answer()).turn).toEqual({ ...turn, ...more })
  expect(server.asked).toHaveLength(1)
})

test.each([
  ['plain-text', ['not valid JSON']],
  [
    'other-shape',
    [
      'reply: expected string, received undefined',
      'action: expected one of "continue"|"handoff"|"complete"|"ignore"',
    ],
  ],
  [
    'other-types',
    [
      'reply: expected string, received object',
      'asks: expected array, received object',
      'fields.name: expected string, received array',
      'fields.toppings: expected array, received object',
    ],
  ],
  ['cut', ['too long and was cut off']],
  ['cut-thought', ['too long and was cut off']],
  ['other-language', ['The reply has to be in English']],
])('%s: the answer is requested again with its faults', async (name, faults) => {
  server.behaviours.push(replays(`${name}.json`), replays('good.json'))

  expect((await answer()).turn).toEqual(turn)

  for (const fault of faults) expect(complaint()).toContain(fault)
  expect(complaint()).not.toMatch(/Thank you|Asha/)
  // Services refuse an empty answer, and what was too long would be too long again.
  expect(server.asked[1]?.messages.map(({ content }) => content)).not.toContain('')
  expect(server.asked[1]?.messages).toHaveLength(name.startsWith('cut') ? 2 : 4)
})

test.each(['plain-text', 'other-types', 'cut'])(
  '%s: the request fails after two such answers',
  async (name) => {
    server.behaviours.push(replays(`${name}.json`), replays(`${name}.json`))

    await expect(answer()).rejects.toMatchObject({ message: expect.stringContaining('the form') })
    expect(server.asked).toHaveLength(2)
  },
)

test('a reply in another language is kept if the second answer is no better', async () => {
  server.behaviours.push(replays('other-language.json'), replays('plain-text.json'))

  const { turn: kept, usage } = await answer()

  expect(kept.reply).toMatch(/^Danke/)
  // Both were counted by the service.
  expect(usage).toEqual({ inputTokens: 2 * 1843, outputTokens: 2 * 96 })
})

const german = 'Danke, für wie viele Personen soll der Tisch sein, bitte?'

test.each<[string, Partial<Turn>, Partial<TurnRequest['job']>]>([
  ['is not sent', { action: 'ignore' }, {}],
  ['a completion replaces', { action: 'complete' }, { completionMessage: 'Booked.' }],
  ['a hand-over replaces', { action: 'handoff' }, { handoffMessage: 'One moment.' }],
  ['the owner wrote', {}, { instructions: `Ask for a table. ${german} Then the name.` }],
])('a reply that %s may be in any language', async (_, more, job) => {
  const said = { ...turn, reply: german, ...more }
  server.behaviours.push(says(JSON.stringify(said)), fails(400))

  expect((await answer(request(job))).turn).toEqual(said)
  expect(server.asked).toHaveLength(1)
})

const saysNone = {
  fields: { ...nothing, name: 'None', size: 'n/a' },
  evidence: { ...nothing, name: 'none', size: 'n/a' },
}

test.each<[string, object, Partial<Turn>]>([
  ['an emergency', { handoffReason: 'EMERGENCY' }, { handoffReason: 'emergency' }],
  ['a kind of it', { handoffReason: 'Not breathing: emergency' }, { handoffReason: 'emergency' }],
  ['none', { handoffReason: 'Not an emergency' }, { handoffReason: null }],
  ['a reason', { handoffReason: 'customer request' }, { handoffReason: 'customer_request' }],
  ['an answer and an option that sound like nothing', saysNone, saysNone],
])('words for %s are read correctly', async (_, said, meant) => {
  const size = testField('size', 'select', { options: [{ value: 'none', label: 'N/A' }] })
  const inbound = [testMessage('I am Asha')]
  const asking = testRequest(nothingOf([...fields, size]), { inbound })
  server.behaviours.push(says(JSON.stringify({ ...turn, ...said })), fails(400))

  expect((await answer(asking)).turn).toMatchObject(meant)
})

test.each([
  ['the last messages', ['Hallo, ich möchte einen Tisch für heute Abend'], 'en', 'de'],
  ['the messages before', ['Hallo, ich möchte bitte einen Tisch', '4'], 'en', 'de'],
  ['the job', ['4'], 'fr', 'fr'],
  ['nothing else', ['4'], 'auto', 'en'],
])('a missing language is taken from %s', async (_, texts, language, found) => {
  const said = texts.map((text) => testMessage(text))
  const chat = { inbound: said.slice(-1), history: said.slice(0, -1) }
  const asking = testRequest(nothingOf(fields), { ...chat, job: { language } })
  server.behaviours.push(says(JSON.stringify({ ...turn, language: '' })), fails(400))

  expect((await answer(asking)).turn.language).toBe(found)
})

test.each<[string, Partial<Turn>]>([
  ['instructions in an emergency', { action: 'handoff', handoffReason: 'emergency' }],
  ['an answer beside a hand-over', { action: 'handoff', intent: 'question' }],
  ['an answer beside the end', { action: 'complete', intent: 'question' }],
  ['an open question at the end', { action: 'complete', unanswered: 'a table' }],
])('the reply must be in the contact’s language for %s', async (_, more) => {
  const said = { ...turn, ...more }
  server.behaviours.push(says(JSON.stringify({ ...said, reply: german })))
  server.behaviours.push(says(JSON.stringify(said)))
  const own = { completionMessage: 'Booked.', handoffMessage: 'One moment.' }

  expect((await answer(request(own))).turn).toEqual(said)
  expect(complaint()).toContain('The reply has to be in English')
})

test('a draft or a summary that is cut off twice fails', async () => {
  server.behaviours.push(replays('cut.json'), replays('cut.json'))
  await expect(draft()).rejects.toMatchObject({ name: 'AiUnavailable' })
  expect(complaint()).toContain('too long')

  server.forget()
  server.behaviours.push(replays('cut.json'), replays('cut.json'))
  const { business } = request()
  const summary = provider.summarise({ messages: [], fields: [], business }, { signal })
  await expect(summary).rejects.toMatchObject({ name: 'AiUnavailable' })
  expect(complaint()).toContain('too long')
})

const content = JSON.stringify(turn)

test.each<[string, string, () => Promise<{ usage: object }>]>([
  ['uncounted.json', content, answer],
  ['counted-as-nothing.json', content, answer],
  ['uncounted-thoughts.json', `The customer is Asha.${content}`, answer],
])('%s: tokens that a service does not count are estimated', async (name, said, call) => {
  server.behaviours.push(replays(name))

  const { usage } = await call()

  const sent = server.asked[0]?.messages.map((message) => message.content).join('') ?? ''
  expect(usage).toEqual({ inputTokens: countTokens(sent), outputTokens: countTokens(said) })
})
