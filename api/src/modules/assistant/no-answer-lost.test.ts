import { beforeEach, expect, onTestFinished, test } from 'vitest'

import {
  openShop,
  runsOf,
  saidIn,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, startSending } from '../../../test/chat-api.ts'
import { handOver } from '../../../test/hand-over.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { createLog } from '../../platform/log/create-log.ts'
import { english } from '../phrases/phrases.ts'
import { startAssistant } from './start-assistant.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeEach(() => ai.says(({ inbound }) => turnOf(`Read ${inbound.length}.`)))

/** A worker that thinks, for one test; others send. */
async function think(more: Partial<Parameters<typeof startAssistant>[0]> = {}) {
  const { database, queue, meter, channels } = api
  const log = createLog('silent')
  const assistant = await startAssistant({ database, queue, meter, channels, ai, log, ...more })
  // Whatever became of the test: it would answer the chats of the next one.
  onTestFinished(() => assistant.stop())
}

test('an event that needs no reply does not cancel one that is being sent', async () => {
  const { owner } = await openShop(api)
  await think()
  const { session } = await receive(owner, { text: 'Hello' })
  await expect.poll(async () => (await runsOf(api, session.id))[0]?.state).toBe('sending')
  await receive(owner, { type: 'unsupported', text: '' })

  await startSending(api)

  const runs = await waitForQuiet(api, session.id, 2)
  expect(runs.map(({ state, stopReason }) => [state, stopReason])).toEqual([
    ['done', null],
    ['cancelled', 'nothing_to_read'],
  ])
  expect(await saidIn(api, session.id)).toEqual(['Read 1.'])
})

test('does not take an album of five pictures for a loop', async () => {
  const { owner } = await openShop(api, { assistant: { debounceSeconds: 1 } })
  let sessionId = ''
  for (let count = 0; count < 5; count += 1) {
    const { session } = await receive(owner, { type: 'location', text: '' })
    sessionId = session.id
  }
  await think()
  await expect.poll(() => saidIn(api, sessionId)).toEqual(['Read 5.'])
})

test('a worker that lost its claim sends nothing once another has replied', async () => {
  const { owner } = await openShop(api)
  const late = Promise.withResolvers<void>()
  ai.says(async () => {
    await late.promise
    return turnOf('Late.')
  })
  const asked = ai.asked.length
  await think()
  const { session } = await receive(owner, { text: 'Hello' })
  await expect.poll(() => ai.asked.length).toBe(asked + 1)
  ai.says(() => turnOf('In time.'))
  await think()
  await handOver(api)
  await expect.poll(() => saidIn(api, session.id)).toEqual(['In time.'])

  late.resolve()

  // Both are paid for, so it is known when the late one has come.
  await expect.poll(async () => (await runsOf(api, session.id))[0]?.inputTokens).toBe(200)
  expect(await saidIn(api, session.id)).toEqual(['In time.'])
})

test('cleans a reply of characters that the database cannot store', async () => {
  const { owner } = await openShop(api)
  ai.says(() => turnOf('Hi\0 there \uD800.'))
  await think()
  const { session } = await receive(owner, { text: 'Hello' })
  await expect.poll(() => saidIn(api, session.id)).toEqual(['Hi there \uFFFD.'])
})

test('hands over after five replies that cannot be stored', async () => {
  const { owner } = await openShop(api)
  const asked = ai.asked.length
  let refused = 0
  const add: typeof api.queue.add = (queries, name, data, options) => {
    if (name === 'message.send' && refused < 5) {
      refused += 1
      return Promise.reject(new Error('No room for +919800000001'))
    }
    return api.queue.add(queries, name, data, options)
  }
  await think({ queue: { ...api.queue, add }, timings: { leaseMs: 50 } })
  const { session } = await receive(owner, { text: 'Hello' })

  const [run] = await waitForQuiet(api, session.id)

  expect(ai.asked).toHaveLength(asked + 5)
  expect(run).toMatchObject({
    state: 'error',
    attempt: 5,
    error: expect.stringContaining('No room'),
    inputTokens: 500,
  })
  expect(await saidIn(api, session.id)).toEqual([english.fallback])
  const { session: chat } = await readChat(owner, session.id)
  expect(chat).toMatchObject({ handler: 'owner', handlerReason: 'tool_failure', run: 'error' })
  expect(chat.attention).toContain('handoff')
})

test('pauses a chat whose run fails at its start', async () => {
  const { owner } = await openShop(api)
  const looks: number[] = []
  const readPlan = () => {
    looks.push(performance.now())
    return Promise.reject(new Error('Not now'))
  }
  const timings = { leaseMs: 400 }
  await think({ meter: { ...api.meter, readPlan }, timings })
  await receive(owner, { text: 'Hello' })
  await expect.poll(() => looks.length).toBeGreaterThan(3)
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? at))
  expect(Math.min(...pauses)).toBeGreaterThan(350)
})
