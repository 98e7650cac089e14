import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { readChat, sendReply } from '../../../test/chat-api.ts'
import { skipPauses } from '../../../test/hand-over.ts'
import { phonesOf, startWorking } from '../../../test/phone-api.ts'
import { useTestApi, type Owner, type Person } from '../../../test/test-api.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '1000' }) })

/** The calls to the simulator that send a message, with the status of each answer. */
const calls: { number: string; status: number; at: number }[] = []
/** Answers instead of the simulator, unless it returns nothing. */
let answers: (number: string, body: string) => Response | undefined
beforeAll(async () => {
  const endpoint = api.whatsApp.endpoints.simulator
  if (endpoint === undefined) throw new Error('There is no simulator')
  const { ask } = endpoint
  endpoint.ask = async (url, init) => {
    const [, number] = /\/(\d+)\/messages$/.exec(url) ?? []
    const body = typeof init?.body === 'string' ? init.body : ''
    if (number === undefined || !body.includes('recipient_type')) return ask(url, init)
    const response = answers(number, body) ?? (await ask(url, init))
    calls.push({ number, status: response.status, at: performance.now() })
    return response
  }
  await startWorking(api)
})
beforeEach(() => {
  calls.length = 0
  answers = () => undefined
})

const phone = (index: number) => `+9198000001${String(index).padStart(2, '0')}`

/** An owner with this many chats, one for each contact. */
async function ownerWithChats(count: number) {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  for (let index = 0; index < count; index += 1) await phones.write(phone(index))
  const ids = await vi.waitFor(async () => {
    const { items } = (await owner.call('GET', '/api/chats/sessions')).body
    expect(items).toHaveLength(count)
    return items.map(({ id }: { id: string }) => id)
  })
  return { owner, phones, ids: ids as string[], callsOf: () => callsTo(phones.number) }
}

const callsTo = (number: string) => calls.filter((call) => call.number === number)

const sentBy = async (owner: Person, sessionId: string) =>
  (await readChat(owner, sessionId)).items.filter(
    ({ direction }: { direction: string }) => direction === 'out',
  )

/** Waits until every message that the owner sent matches. */
const waitForAll = (owner: Owner, ids: string[], expected: object) =>
  vi.waitFor(
    async () => {
      for (const id of ids) {
        for (const message of await sentBy(owner, id)) expect(message).toMatchObject(expected)
      }
    },
    { interval: 100 },
  )

const waits = { status: 'queued', error: { code: 130_429, retryable: true } }
/** How many messages one process sends at once for an owner: these are in flight at the first refusal. */
const maxConcurrent = 6
const firstPauseMs = 2_000

test('a throttled number is probed once after each pause, and then all messages are sent once and in order', async () => {
  const { owner, phones, ids, callsOf } = await ownerWithChats(8)
  const other = await ownerWithChats(1)
  await phones.happen('throttle')
  for (const text of ['One', 'Two']) for (const id of ids) await sendReply(owner, id, text)

  await waitForAll(owner, ids, waits)
  const held = callsOf().length
  await sendReply(other.owner, other.ids[0] ?? '', 'Hello')
  await waitForAll(other.owner, other.ids, { status: 'delivered' })
  await vi.waitFor(() => expect(callsOf().length).toBeGreaterThanOrEqual(held + 1))

  const refused = callsOf()
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429))
  // Each pause is twice the one before, so that this many probes fit into the time at most.
  const tookMs = performance.now() - (refused[0]?.at ?? 0)
  const probes = Math.floor(Math.log2(tookMs / firstPauseMs + 1))
  expect(refused.length).toBeLessThanOrEqual(maxConcurrent + probes)

  await phones.happen('unthrottle')
  await skipPauses(api.database)
  await waitForAll(owner, ids, { status: 'delivered' })
  for (const index of ids.keys()) {
    const { messages } = await phones.chatWith(phone(index))
    const texts = messages.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['Hello', 'One', 'Two'])
  }
  expect(callsOf().filter(({ status }) => status === 200)).toHaveLength(2 * ids.length)
  const [message] = await sentBy(owner, ids[0] ?? '')
  expect(message.error).toBeUndefined()
})

test.each([
  ['without a code', () => new Response('Slow down', { status: 429, headers: retryAfter(60) })],
  ['whose code is the account’s rate limit', () => refusal(80_007, 400, retryAfter(60))],
  ['with an unrelated code', () => refusal(131_000, 429, retryAfter(60))],
])(
  'after a throttling answer %s the number waits as long as retry-after says',
  async (_, answer) => {
    const { owner, phones, ids, callsOf } = await ownerWithChats(1)
    const pending = [answer()]
    answers = (number) => (number === phones.number ? pending.pop() : undefined)
    await sendReply(owner, ids[0] ?? '', 'One')

    await waitForAll(owner, ids, waits)
    // Without the header it would be two seconds.
    expect(await readPauseSeconds(owner)).toBeGreaterThan(30)
    await skipPauses(api.database)
    await waitForAll(owner, ids, { status: 'delivered' })

    expect(callsOf().map(({ status }) => status)).toEqual([expect.any(Number), 200])
    const { messages } = await phones.chatWith(phone(0))
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Hello', 'One'])
  },
)

/** The delay of the probe of an owner's number, in seconds. */
async function readPauseSeconds(owner: Owner): Promise<number> {
  const { rows } = (await api.database.queries.execute(sql`
    select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where name = 'message.send' and state = 'created' and data -> 'probe' ->> 'ownerId' = ${owner.id}
  `)) as { rows: { seconds: number }[] }
  expect(rows).toHaveLength(1)
  return rows[0]?.seconds ?? 0
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })
const refusal = (code: number, status: number, headers: Record<string, string>) =>
  Response.json({ error: { message: `(#${code})`, code } }, { status, headers })

test('a pair limit of one contact does not delay other contacts of the number', async () => {
  const { owner, phones, ids } = await ownerWithChats(2)
  const [first = '', second = ''] = ids
  // A pair limit stays one of the pair, even with the status 429.
  answers = (number, body) =>
    number === phones.number && body.includes('One') ? refusal(131_056, 429, {}) : undefined
  await sendReply(owner, first, 'One')
  await vi.waitFor(() => expect(calls).toMatchObject([{ status: 429 }]))

  await sendReply(owner, second, 'Two')
  await waitForAll(owner, [second], { status: 'delivered' })
  const [waiting] = await sentBy(owner, first)
  expect(waiting).toMatchObject({ status: 'queued' })
  expect(waiting.error).toBeUndefined()
})
