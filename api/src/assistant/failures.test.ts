import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  openShop,
  runsOf,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { readChat, receive, sendReply, waitForStatus } from '../../test/chat-api.ts'
import { setPreferences } from '../../test/owner-preferences.ts'
import { useTestApi } from '../../test/test-api.ts'
import { AiUnavailable } from '../ai/ai-provider.ts'
import { assistantRuns, chatSessions, jobs, messages } from '../database/schema.ts'

const api = useTestApi()
const ai = talkingProvider()

beforeAll(() => startAnswering(api, ai))
beforeEach(() => {
  ai.asked.length = 0
  ai.says(() => turnOf('Fine.'))
})

test('a model that cannot answer is asked twice; the contact hears so once an hour, and it goes on', async () => {
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

test('a closed window keeps the reply until the contact writes', async () => {
  const { owner } = await openShop(api)
  ai.says(async () => {
    await api.database.queries.update(chatSessions).set({ windowExpiresAt: new Date() })
    return turnOf('A cut is 300.')
  })
  const { session } = await receive(owner, { text: 'Price?' })
  await vi.waitFor(async () => {
    const { session: chat } = await readChat(owner, session.id)
    expect(chat.attention).toContain('awaiting_template')
  })
  expect((await runsOf(api, session.id)).map(({ state }) => state)).toEqual(['parked'])
  expect(await saidIn(api, session.id)).toEqual([])

  ai.says(() => turnOf('You are welcome.'))
  await receive(owner, { text: 'Hello?' })
  await waitForQuiet(api, session.id, 2)
  expect(await saidIn(api, session.id)).toEqual(['A cut is 300.', 'You are welcome.'])
  expect((await readChat(owner, session.id)).session.attention).not.toContain('awaiting_template')
})

test('what was on its way when the window closed fails; it does not wait for ever', async () => {
  const { queries } = api.database
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'Price?' })
  const [run] = await waitForQuiet(api, session.id)
  const { items } = await readChat(owner, session.id)
  const { id } = items.at(-1)
  // Else what is told of its arrival comes in between.
  await waitForStatus(owner, session.id, id, 'delivered')
  // A worker that took it has died since.
  const taken = { status: 'queued', heldUntil: null, providerId: null } as const
  await queries.update(messages).set(taken).where(eq(messages.id, id))
  const sending = { state: 'sending', finishedAt: null } as const
  await queries
    .update(assistantRuns)
    .set(sending)
    .where(eq(assistantRuns.id, run?.id ?? ''))
  await queries.update(chatSessions).set({ windowExpiresAt: new Date() })

  await api.queue.add(queries, 'message.send', { messageId: id, attempt: 1 })
  const failed = await waitForStatus(owner, session.id, id, 'failed')
  expect(failed.error).toMatchObject({ action: 'send_template' })
  expect((await runsOf(api, session.id)).map(({ state }) => state)).toEqual(['done'])
})

test('what waited is not said once the owner has answered himself', async () => {
  const { owner } = await openShop(api)
  ai.says(async () => {
    await api.database.queries.update(chatSessions).set({ windowExpiresAt: new Date() })
    return turnOf('A cut is 300.')
  })
  const { session } = await receive(owner, { text: 'Price?' })
  await vi.waitFor(async () => expect((await runsOf(api, session.id))[0]?.state).toBe('parked'))
  const path = `/api/chats/sessions/${session.id}/handler`
  await owner.call('POST', path, { body: { handler: 'owner' } })
  await receive(owner, { text: 'Hello?' })
  expect((await runsOf(api, session.id)).map(({ stopReason }) => stopReason)).toEqual(['owner'])
  expect(await saidIn(api, session.id)).toEqual([])
})

test.each([
  [
    'assistant_off',
    async (ownerId: string) => {
      await setPreferences(api.database.queries, ownerId, { assistant: { enabled: false } })
    },
  ],
  [
    'job_paused',
    async (ownerId: string) => {
      await api.database.queries
        .update(jobs)
        .set({ status: 'paused' })
        .where(eq(jobs.ownerId, ownerId))
    },
  ],
] as const)('what changes while the model thinks holds: %s', async (reason, change) => {
  const { owner, ownerId } = await openShop(api)
  ai.says(async () => {
    await change(ownerId)
    return turnOf('Too late')
  })
  const { session } = await receive(owner)
  const [run] = await waitForQuiet(api, session.id)
  expect(run).toMatchObject({ state: 'cancelled', stopReason: reason })
  expect(await saidIn(api, session.id)).toEqual([])
})

test('while the owner writes the assistant waits, and says nothing once he has', async () => {
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
      .where(eq(assistantRuns.state, 'debouncing'))
    expect(waiting?.wakeAt?.toISOString()).toBe(held.body.heldUntil)
  })
  await sendReply(owner, first.session.id, 'I do this myself')
  expect(await saidIn(api, first.session.id)).toEqual(['Fine.'])
  expect((await runsOf(api, first.session.id)).at(-1)).toMatchObject({
    state: 'cancelled',
    stopReason: 'owner',
  })
})

test('the owner reads why something was said', async () => {
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
