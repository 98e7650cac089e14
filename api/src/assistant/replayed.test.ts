import { longestDebounceSeconds } from '@errand/contract/settings'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import {
  endDebounce,
  openShop,
  runsOf,
  startAnswering,
  talkingProvider,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { chatSessions, contacts, messages } from '../database/schema.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeAll(() => startAnswering(api, ai))

const begun = Date.now()
const lines = [1, 2, 3].flatMap((person) =>
  ['a', 'b', 'c', 'd'].map((letter, index) => ({
    from: `+91980000000${person}`,
    name: `P${person}`,
    text: `${person}${letter}`,
    providerId: `in.${person}.${letter}`,
    at: new Date(begun - 10_000 + index * 100).toISOString(),
  })),
)

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** What is there of each person, whatever came first. */
async function stateAfter(deliveries: typeof lines): Promise<unknown[]> {
  const { owner, ownerId } = await openShop(api, {
    assistant: { debounceSeconds: longestDebounceSeconds },
  })
  const ids = new Set<string>()
  for (const line of deliveries) ids.add((await receive(owner, line)).session.id)
  for (const id of ids) {
    await endDebounce(api, id)
    await waitForQuiet(api, id)
  }
  const { queries } = api.database
  const chats = await queries
    .select({ session: chatSessions, name: contacts.name })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(eq(chatSessions.ownerId, ownerId))
    .orderBy(asc(contacts.name))
  return Promise.all(
    chats.map(async ({ session, name }) => {
      const { status, handler, run, unreadCount, messageCount, billedMessages } = session
      const own = await queries.select().from(messages).where(eq(messages.sessionId, session.id))
      const inbound = own.filter(({ direction }) => direction === 'in')
      const runs = await runsOf(api, session.id)
      return {
        name,
        status,
        handler,
        run,
        unreadCount,
        messageCount,
        billedMessages,
        lastInboundAt: session.lastInboundAt,
        windowExpiresAt: session.windowExpiresAt,
        inbound: inbound.map(({ text, createdAt }) => `${text} ${+createdAt}`).toSorted(),
        answers: own.length - inbound.length,
        runs: runs.map(({ state, seqFrom, seqTo }) => ({ state, seqFrom, seqTo })),
      }
    }),
  )
}

test('what is delivered three times and in any order leaves the same behind, and one answer', async () => {
  const wanted = await stateAfter(lines)
  expect(wanted).toHaveLength(3)
  expect(wanted[0]).toMatchObject({ messageCount: 5, answers: 1, billedMessages: 1 })
  for (let round = 0; round < 2; round += 1) {
    expect(await stateAfter(shuffled([...lines, ...lines, ...lines]))).toEqual(wanted)
  }
})
