import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import {
  endDebounce,
  openShop,
  runsOf,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { assistantRuns, chatSessions, jobs } from '../../platform/database/schema.ts'
import { AiUnavailable } from '../ai/ai-provider.ts'

const { api, ai } = useAssistant(() => turnOf('Fine.'))

test('asks a failing model twice, says so to the contact once an hour, and goes on later', async () => {
  const { owner } = await openShop(api, { job: { fallbackMessage: 'One moment, please.' } })
  ai.says(() => {
    const usage = { inputTokens: 5, outputTokens: 1 }
    throw new AiUnavailable('The provider answered 500.', { usage })
  })
  const { session } = await receive(owner, { text: 'One' })
  await waitForQuiet(api, session.id)

  expect(ai.asked).toHaveLength(2)
  const chat = await readChat(owner, session.id)
  expect(chat.session).toMatchObject({ run: 'error', handler: 'assistant' })
  expect(chat.session.attention).toContain('handoff')
  const [failed] = await runsOf(api, session.id)
  expect(failed).toMatchObject({
    state: 'error',
    attempt: 2,
    error: 'The provider answered 500.',
    // Both are paid for.
    inputTokens: 10,
    outputTokens: 2,
  })

  await receive(owner, { text: 'Two' })
  await waitForQuiet(api, session.id, 2)
  expect(await saidIn(api, session.id)).toEqual(['One moment, please.'])

  ai.says(({ inbound }) => turnOf(inbound.map(({ text }) => text).join(' and ')))
  await receive(owner, { text: 'Three' })
  await waitForQuiet(api, session.id, 3)
  expect(await saidIn(api, session.id)).toEqual(['One moment, please.', 'One and Two and Three'])
})

test('waits for a model whose first word takes twenty seconds', async () => {
  const timers: { ms: number; controller: AbortController }[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    timers.push({ ms, controller })
    return controller.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const { owner } = await openShop(api)
  ai.says(() => {
    // As if so much time had passed.
    for (const { ms, controller } of timers) if (ms <= 25_000) controller.abort()
    return turnOf('Slow, but steady.')
  })
  const { session } = await receive(owner, { text: 'One' })
  await waitForQuiet(api, session.id)

  expect(await saidIn(api, session.id)).toEqual(['Slow, but steady.'])
})

test.each([
  [
    'assistant_off',
    (ownerId: string): Promise<unknown> =>
      setPreferences(api.database.queries, ownerId, { assistant: { enabled: false } }),
  ],
  [
    'job_paused',
    (ownerId: string): Promise<unknown> => {
      const isOwn = eq(jobs.ownerId, ownerId)
      return api.database.queries.update(jobs).set({ status: 'paused' }).where(isOwn)
    },
  ],
] as const)(
  'the reply is dropped if this happens while the model answers: %s',
  async (reason, change) => {
    const { owner, ownerId } = await openShop(api)
    ai.says(async () => {
      await change(ownerId)
      return turnOf('Too late')
    })
    const { session } = await receive(owner)
    const [run] = await waitForQuiet(api, session.id)
    expect(run).toMatchObject({ state: 'cancelled', stopReason: reason })
    expect(await saidIn(api, session.id)).toEqual([])
  },
)

test('does not ask the model once the assistant is switched off', async () => {
  const { owner, ownerId } = await openShop(api, { assistant: { debounceSeconds: 30 } })
  const { session } = await receive(owner)
  await setPreferences(api.database.queries, ownerId, { assistant: { enabled: false } })
  await endDebounce(api, session.id)
  const [run] = await waitForQuiet(api, session.id)
  expect(run).toMatchObject({ state: 'cancelled', stopReason: 'assistant_off' })
  expect(ai.asked).toEqual([])
})

test('waits while the owner types, and says nothing once they have sent', async () => {
  const { owner } = await openShop(api)
  const first = await receive(owner, { text: 'One' })
  await waitForQuiet(api, first.session.id)
  const held = await owner.call('POST', `/api/chats/sessions/${first.session.id}/typing`)
  expect(held.status).toBe(200)
  await receive(owner, { text: 'Two' })
  await vi.waitFor(async () => {
    const [waiting] = await api.database.queries
      .select()
      .from(assistantRuns)
      .where(eq(assistantRuns.state, 'waiting'))
    expect(waiting?.wakeAt?.toISOString()).toBe(held.body.heldUntil)
  })
  await sendReply(owner, first.session.id, 'I do this myself')
  expect(await saidIn(api, first.session.id)).toEqual(['Fine.'])
  expect((await runsOf(api, first.session.id)).at(-1)).toMatchObject({
    state: 'cancelled',
    stopReason: 'owner',
  })
})

test('waits for an owner who begins to type meanwhile, then asks the model again', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'One' })
  await waitForQuiet(api, session.id)
  const begins = vi.fn(() => owner.call('POST', `/api/chats/sessions/${session.id}/typing`))
  ai.says(async ({ inbound }) => {
    if (begins.mock.calls.length === 0) await begins()
    return turnOf(`Read ${inbound.length}.`)
  })
  await receive(owner, { text: 'Two' })
  await vi.waitFor(async () => {
    const [, waiting] = await runsOf(api, session.id)
    expect(waiting).toMatchObject({ state: 'waiting', attempt: 0 })
  })
  expect((await readChat(owner, session.id)).session.run).toBe('debouncing')
  await receive(owner, { text: 'Three' })
  expect(await saidIn(api, session.id)).toEqual(['Fine.'])

  await api.database.queries.update(chatSessions).set({ ownerTypesUntil: null })
  await endDebounce(api, session.id)
  await waitForQuiet(api, session.id, 2)

  expect(await saidIn(api, session.id)).toEqual(['Fine.', 'Read 2.'])
})

test('shows the owner why a reply was sent', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'Price?' })
  await waitForQuiet(api, session.id)
  const { items } = await readChat(owner, session.id)
  const path = `/api/chats/sessions/${session.id}/runs`
  const answer = await owner.call('GET', `${path}?messageId=${items.at(-1).id}`)
  expect(answer.status).toBe(200)
  expect(answer.body.items).toMatchObject([
    {
      state: 'done',
      stopReason: null,
      seqFrom: 1,
      seqTo: 1,
      jobVersion: 1,
      attempt: 1,
      provider: 'talking',
      model: 'talking-1',
      inputTokens: 100,
      outputTokens: 10,
      messageIds: [items.at(-1).id],
      result: { action: 'continue', confidence: 0.9, replies: ['Fine.'], read: [] },
    },
  ])
  expect((await owner.call('GET', `${path}?messageId=${items[0].id}`)).body.items).toEqual([])
})
