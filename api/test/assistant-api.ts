import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'

import type { AiProvider } from '../src/modules/ai/ai-provider.ts'
import { rulesProvider } from '../src/modules/ai/rules/rules-provider.ts'
import type { Turn, TurnRequest } from '../src/modules/ai/turn.ts'
import type { Timings } from '../src/modules/assistant/run-turn.ts'
import { runsChannel } from '../src/modules/assistant/schedule-run.ts'
import { startAssistant } from '../src/modules/assistant/start-assistant.ts'
import { assistantRuns, chatSessions, messages } from '../src/platform/database/schema.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import { startSending } from './chat-api.ts'
import { setPreferences } from './owner-preferences.ts'
import { useTestApi, type Owner, type Person } from './test-api.ts'
import { testTurn } from './turns.ts'

type TestApi = ReturnType<typeof useTestApi>

/** A turn that says this and reads nothing. */
export const turnOf = (reply: string, more: Partial<Turn> = {}): Turn =>
  testTurn({ reply, ...more })

/** A job that asks for these, in this order. */
export const asking = (...fields: [key: string, type?: string, more?: object][]) => ({
  answerOnly: false,
  fields: fields.map(([key, type = 'text', more = {}], order) => {
    const field = { key, label: key, type, required: true, order }
    return { ...field, ...more }
  }),
})

/** Repeats what it is to answer. */
const echo = ({ inbound }: TurnRequest): Turn =>
  turnOf(`You wrote ${inbound.map(({ text }) => text).join(' ')}.`)

/** A provider that a test speaks for, and what it was asked. */
export interface TalkingProvider extends AiProvider {
  asked: TurnRequest[]
  /** What it says next; the same from then on. */
  says: (answer: (request: TurnRequest, signal: AbortSignal) => Turn | Promise<Turn>) => void
}

export function talkingProvider(): TalkingProvider {
  let answer: Parameters<TalkingProvider['says']>[0] = echo
  const asked: TurnRequest[] = []
  return {
    name: 'talking',
    model: 'talking-1',
    canTranslate: true,
    asked,
    says: (next) => {
      answer = next
    },
    draft: async () => {
      throw new Error('It drafts nothing')
    },
    summarise: rulesProvider.summarise,
    translate: rulesProvider.translate,
    readField: rulesProvider.readField,
    answer: async (request, { signal }) => {
      asked.push(request)
      const turn = await answer(request, signal)
      return { turn, usage: { inputTokens: 100, outputTokens: 10 } }
    },
  }
}

/** A worker that answers and sends, as in the server, until the file's tests are through. */
export async function startAnswering(
  api: TestApi,
  ai: AiProvider,
  timings: Partial<Timings> = {},
): Promise<void> {
  await startSending(api)
  const { database, queue, meter, channels } = api
  const log = createLog('silent')
  const assistant = await startAssistant({ database, queue, meter, channels, ai, timings, log })
  afterAll(() => assistant.stop())
}

/** An api whose worker says in each test what the test has the model say. */
export function useAssistant(
  says: Parameters<TalkingProvider['says']>[0] = echo,
  timings: Partial<Timings> = {},
) {
  const api = useTestApi()
  const ai = talkingProvider()
  beforeAll(() => startAnswering(api, ai, timings))
  beforeEach(() => {
    ai.asked.length = 0
    ai.says(says)
  })
  return { api, ai }
}

interface Shop {
  owner: Owner
  ownerId: string
  jobId: string
}

/** An owner whose job takes every chat and answers at once, unless told otherwise. */
export async function openShop(
  api: TestApi,
  { job = {}, assistant = {} }: { job?: object; assistant?: object } = {},
): Promise<Shop> {
  const owner = await api.newOwner()
  await setPreferences(api.database.queries, owner.id, {
    assistant: { debounceSeconds: 0, ...assistant },
  })
  const body = { name: 'Salon', instructions: 'Help.', answerOnly: true, status: 'active', ...job }
  const created = await owner.call('POST', '/api/jobs', { body })
  expect(created.status).toBe(201)
  return { owner, ownerId: owner.id, jobId: created.body.job.id }
}

/** The runs in a chat, oldest first. */
export const runsOf = (api: TestApi, sessionId: string) =>
  api.database.queries
    .select()
    .from(assistantRuns)
    .where(eq(assistantRuns.sessionId, sessionId))
    .orderBy(asc(assistantRuns.createdAt), asc(assistantRuns.id))

/** Ends the debounce of a chat's run now; answers when that was. */
export async function endDebounce({ database }: TestApi, sessionId: string): Promise<Date> {
  const now = new Date()
  await database.queries
    .update(assistantRuns)
    .set({ wakeAt: now })
    .where(and(eq(assistantRuns.sessionId, sessionId), eq(assistantRuns.state, 'waiting')))
  await database.queries.execute(sql`select pg_notify(${runsChannel}, '')`)
  return now
}

/** What the assistant has said in a chat, in its order. */
export async function saidIn(api: TestApi, sessionId: string): Promise<string[]> {
  const rows = await api.database.queries
    .select({ author: messages.author, text: messages.text })
    .from(messages)
    .where(eq(messages.sessionId, sessionId))
    .orderBy(asc(messages.seq))
  return rows.filter(({ author }) => author === 'assistant').map(({ text }) => text)
}

/** Gives a chat to its owner, or back to the assistant. */
export const giveTo = (owner: Person, sessionId: string, handler: 'owner' | 'assistant') =>
  owner.call('POST', `/api/chats/sessions/${sessionId}/handler`, { body: { handler } })

/** A day has gone by since the contacts of these chats wrote. */
export const closeWindow = ({ database }: TestApi) =>
  database.queries.update(chatSessions).set({ windowExpiresAt: new Date() })

/** Waits until nothing is going on in a chat: every run has come to its end. */
export async function waitForQuiet(api: TestApi, sessionId: string, runs = 1) {
  return vi.waitFor(
    async () => {
      const all = await runsOf(api, sessionId)
      expect(all.length).toBeGreaterThanOrEqual(runs)
      const open = all.filter(({ finishedAt, state }) => finishedAt === null && state !== 'parked')
      expect(open.map(({ state }) => state)).toEqual([])
      return all
    },
    { interval: 25 },
  )
}
