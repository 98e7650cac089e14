import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { useShop } from '../../../test/billing-fixture.ts'
import { sendReply } from '../../../test/chat-api.ts'
import { readState } from '../../../test/database-state.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { operations } from '../../../test/operations.ts'
import { goodBodies, makeScene, pathFor, type Scene } from '../../../test/scene.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { idempotencyKeys, messages } from '../database/schema.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })

const repeatable = operations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'Idempotency-Key'),
)

/** What makes another good body of the one there is; a call without a body has another path. */
const changes: Record<string, object> = {
  'POST /api/auth/profile': { name: 'Neha' },
  'POST /api/jobs': { name: 'Another' },
  'POST /api/jobs/{id}/answers': { answer: 'Another.' },
  'POST /api/billing/create-order': { packId: 'pack_500' },
  'POST /api/chats/sessions/{id}/reply': { undoSeconds: 20 },
  'POST /api/chats/messages/{id}/remarks': { remark: 'Another' },
  'POST /api/chats/sessions/{id}/booking': { action: 'cancel' },
  'POST /api/chats/sessions/{id}/email': { subject: 'Another' },
}

interface Side {
  person: Person
  scene: Scene
}
/** Two owners in the same state: one calls once, the other many times. */
let once: Side
let often: Side

beforeAll(async () => {
  ;[once, often] = await Promise.all([makeSide(), makeSide()])
})

async function makeSide(): Promise<Side> {
  const person = await api.newOwner()
  const scene = await makeScene(api, person, shop)
  return { person, scene: { ...scene, messageId: await failedMessage(person, scene) } }
}

/** A message that the provider lost, which can be sent again, and noted on. */
async function failedMessage(person: Person, { sessionId }: Scene): Promise<string> {
  const { body } = await sendReply(person, sessionId, 'Lost', { undoSeconds: 30 })
  const error = { code: 131_000, title: 'Lost', detail: '', retryable: true }
  await api.database.queries
    .update(messages)
    .set({ status: 'failed', error, heldUntil: null })
    .where(eq(messages.id, body.message.id))
  return body.message.id
}

const readCounts = async () =>
  Object.entries(await readState(api.database.queries)).map(
    ([table, rows]) => [table, rows.length] as const,
  )

/** How many rows each table has more than before. */
async function growthOf<T>(work: () => Promise<T>): Promise<[Record<string, number>, T]> {
  const before = new Map(await readCounts())
  const result = await work()
  const after = await readCounts()
  const grown = after.map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const)
  return [Object.fromEntries(grown.filter(([, count]) => count !== 0)), result]
}

test.each(repeatable)('$call is done once for each key', async ({ call, method, path }) => {
  const isSignUp = call === 'POST /api/auth/profile'
  const prepare = ({ person: owner, scene }: Side) => {
    const person = isSignUp ? api.newPerson() : owner
    const body = goodBodies[call]?.(scene, person)
    const own = pathFor(path, scene)
    return (change: object = {}, at = own) =>
      person.call(method, at, {
        body: body && { ...body, ...change },
        headers: { 'idempotency-key': `key ${call}`.replaceAll(' ', '-') },
      })
  }
  const [callOnce, callOften] = [prepare(once), prepare(often)]

  const [expected, first] = await growthOf(() => callOnce())
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(expected['idempotency_keys']).toBe(1)

  // Six clicks at once come to what one comes to.
  const [grown, answers] = await growthOf(() =>
    Promise.all(Array.from({ length: 6 }, () => callOften())),
  )
  expect(grown).toEqual(expected)
  const done = answers.filter(({ status }) => status === first.status)
  expect(done.length).toBeGreaterThan(0)
  for (const { body } of done) expect(body).toEqual(done[0]?.body)
  for (const other of answers.filter(({ status }) => status !== first.status)) {
    expectProblem(other, 409)
    expect(other.body.code).toBe('request_in_progress')
  }

  const before = await readState(api.database.queries)
  const replayed = await callOnce()
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(replayed).toMatchObject({ status: first.status, body: first.body })
  for (const name of ['location', 'etag'])
    expect(replayed.headers.get(name)).toBe(first.headers.get(name))
  const change = changes[call]
  const otherPath = path.replace('{id}', `msg_${'0'.repeat(26)}`)
  const reused = await (change === undefined ? callOnce({}, otherPath) : callOnce(change))
  expectProblem(reused, 422)
  expect(reused.body.code).toBe('idempotency_key_reused')
  expect(await readState(api.database.queries)).toEqual(before)
})

test('every call that makes something or costs something takes a key, or needs none', () => {
  const calls = operations
    .filter(({ method }) => method === 'POST')
    .map(({ call }) => call)
    .filter((call) => !repeatable.some((one) => one.call === call))

  expect(calls.toSorted()).toEqual([
    // The same endpoint is the same device.
    'POST /api/auth/alerts/devices',
    'POST /api/auth/alerts/test',
    // Its answer is a secret, which no key may keep in clear text.
    'POST /api/auth/calendar',
    // The same archive adds nothing twice.
    'POST /api/auth/import',
    'POST /api/auth/test-smtp',
    'POST /api/auth/test-whatsapp',
    'POST /api/auth/whatsapp/signup',
    'POST /api/auth/whatsapp/signup/permit',
    // Asks the provider again; what was paid is taken over once.
    'POST /api/billing/orders/{id}/check',
    // The payment's own id is the key.
    'POST /api/billing/verify-payment',
    // Done twice is done.
    'POST /api/chats/sessions/{id}/attention',
    'POST /api/chats/sessions/{id}/close',
    // A proposal, which is not kept.
    'POST /api/chats/sessions/{id}/draft',
    'POST /api/chats/sessions/{id}/handler',
    // Again and again, while the owner types.
    'POST /api/chats/sessions/{id}/typing',
    // One that nobody sends is deleted.
    'POST /api/files',
    // Proposals, which are not kept.
    'POST /api/jobs/generate-fields',
    'POST /api/jobs/generate-instructions',
    'POST /api/jobs/generate-job',
    'POST /api/jobs/test',
    'POST /api/jobs/{id}/test',
    // The event's id is the key.
    'POST /api/webhooks/razorpay',
    // What it tells is stored once, by the ids of the messages.
    'POST /api/webhooks/whatsapp',
  ])
})

const salon = (key: string, name = 'Salon') => ({
  body: { name },
  headers: { 'idempotency-key': key },
})

test('a key belongs to one owner, and is free again after a refusal or a day', async () => {
  const owner = api.newPerson()
  const make = (person: Person, name?: string) =>
    person.call('POST', '/api/jobs', salon('k-1', name))
  const isReplayed = async (answer: ReturnType<typeof make>) => {
    const { status, headers } = await answer
    expect(status).toBe(201)
    return headers.get('idempotency-replayed') === 'true'
  }

  expect((await make(owner)).status).toBe(403)
  await owner.signUp()
  expect(await isReplayed(make(owner))).toBe(false)
  expect(await isReplayed(make(await api.newOwner()))).toBe(false)
  expect(await isReplayed(make(owner))).toBe(true)
  await api.database.queries
    .update(idempotencyKeys)
    .set({ expiresAt: new Date() })
    .where(eq(idempotencyKeys.scope, owner.uid))
  expect(await isReplayed(make(owner, 'Bakery'))).toBe(false)
})

test('a request whose twin still runs is refused at once', async () => {
  const owner = await api.newOwner()
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${owner.uid} k-2`}, 0))`
  await api.database.transaction(async (queries) => {
    await queries.execute(lock)
    const meanwhile = await owner.call('POST', '/api/jobs', salon('k-2'))
    expect(meanwhile).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
    expect(meanwhile.headers.get('retry-after')).toBe('1')
  })
  expect((await owner.call('POST', '/api/jobs', salon('k-2'))).status).toBe(201)
})

test.each(['', 'with space', 'ü', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  const refused = await often.person.call('POST', '/api/jobs', salon(key))
  expect(refused).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
})
