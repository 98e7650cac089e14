import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { countWaiting } from '../../../../test/count-waiting.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { useIdentityProvider } from '../../../../test/identity-provider.ts'
import { useTestApi, type Owner, type TestDevice } from '../../../../test/test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../../../../test/test-server.ts'
import { sweep } from '../../../app/worker/upkeep.ts'
import { signIns } from '../../../platform/database/schema.ts'
import { createAskProvider } from '../../../platform/identity/ask-provider.ts'

const provider = await useIdentityProvider()
const askProvider = createAskProvider({ apiKey: 'local', emulatorUrl: provider.url })
const api = useTestApi({ askProvider })

/** Another process on the same database. */
let server: TestServer
beforeAll(async () => {
  server = await startServer({
    ...api.environment,
    WORKER: 'off',
    IDENTITY_EMULATOR_URL: provider.url,
  })
})
afterAll(() => kill(server))

const path = '/api/auth/sign-ins'
const days = (count: number) => count * 24 * 60 * 60
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const phone = { id: 'a'.repeat(22), userAgent: android, signedInAgo: 100 }
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0'
const laptop = { id: 'b'.repeat(22), userAgent: firefox, signedInAgo: 50 }

/** A sign-in after all calls so far: some seconds ahead, as tokens have no fractions. */
const justNow = (ahead: number) => ({ from: Math.floor(Date.now() / 1000) + ahead, signedInAgo: 0 })

const atServer = ({ uid, signedInAt }: Owner, device: TestDevice) =>
  personAt(server, Number(uid.replace('uid-', '')), { from: signedInAt, ...device })

/** The status of a call that everybody may make who is signed in. */
const statusOf = async (person: ReturnType<typeof personAt>) =>
  (await person.call('GET', '/api/auth/profile')).status

/** An owner whose sign-up was on no device that has a name. */
async function newOwner() {
  const owner = await api.newOwner()
  return { owner, on: (device: TestDevice) => api.onDevice(owner, device) }
}

test('devices are listed by name, the current one first, then the last used', async () => {
  const { on } = await newOwner()
  await statusOf(on(phone))

  const { status, body } = await on(laptop).call('GET', path)

  expect(status).toBe(200)
  expect(body.signIns).toMatchObject([
    { device: 'Firefox on Windows', isCurrent: true },
    { device: 'Chrome on Android', isCurrent: false },
    { device: '', isCurrent: false },
  ])
})

test('a signed-out device is refused by every process', async () => {
  const { owner, on } = await newOwner()
  const elsewhere = atServer(owner, phone)
  expect(await statusOf(elsewhere)).toBe(200)
  expect(await statusOf(on(phone))).toBe(200)
  const { body } = await on(laptop).call('GET', path)
  const { id } = body.signIns.find(({ device }: { device: string }) => device.includes('Android'))

  expect(await on(laptop).call('DELETE', `${path}/${id}`)).toMatchObject({
    status: 200,
    body: { success: true, ended: 1 },
  })

  await vi.waitFor(async () => {
    for (const refused of [elsewhere, on(phone)]) {
      const answer = await refused.call('GET', '/api/auth/profile')
      expectProblem(answer, 401)
      expect(answer.body.code).toBe('signed_out')
    }
  })
  expect(await statusOf(on(laptop))).toBe(200)
})

test('only the stream of a signed-out device ends', async () => {
  const { owner, on } = await newOwner()
  const streamOf = async (device: TestDevice) => {
    const response = await atServer(owner, device).stream('/api/events', {})
    return (response.body as ReadableStream<Uint8Array>).getReader()
  }
  const [ending, staying] = [await streamOf(phone), await streamOf({})]
  await Promise.all([ending.read(), staying.read()])

  await on({}).call('DELETE', path)

  const readUntil = async (reader: typeof ending, text: string) => {
    let events = ''
    for (;;) {
      const { done, value } = await reader.read()
      events += new TextDecoder().decode(value)
      if (done || events.includes(text)) return { done, events }
    }
  }
  expect(await readUntil(ending, 'nothing')).toMatchObject({ done: true })
  expect(await readUntil(staying, 'sign_ins.updated')).toMatchObject({ done: false })
  await staying.cancel()
})

test('signing out the other devices keeps this one signed in', async () => {
  const { on } = await newOwner()
  await statusOf(on(phone))

  expect((await on(laptop).call('DELETE', path)).body).toEqual({ success: true, ended: 2 })

  await vi.waitFor(async () => expect(await statusOf(on(phone))).toBe(401))
  const { body } = await on(laptop).call('GET', path)
  expect(body.signIns).toMatchObject([{ isCurrent: true }])
})

test('a device that signs out ends only its own sign-in', async () => {
  const { owner, on } = await newOwner()
  await statusOf(on(laptop))

  expect(await on(phone).call('DELETE', `${path}/current`)).toMatchObject({
    status: 200,
    body: { success: true, ended: 1 },
  })

  await vi.waitFor(async () => expect(await statusOf(on(phone))).toBe(401))
  expect(await statusOf(on(laptop))).toBe(200)
  const { body } = await owner.call('GET', '/api/auth/activity')
  expect(body.items[0]).toMatchObject({
    kind: 'signed_out',
    actor: { device: 'Chrome on Android' },
  })
})

test('a sign-in from before an account was closed is refused after it is reopened', async () => {
  const { owner, on } = await newOwner()
  await statusOf(on(phone))
  await owner.call('DELETE', '/api/auth/account')

  expect((await on(justNow(1)).signUp()).status).toBe(200)

  expect(await statusOf(on(phone))).toBe(401)
  expect(await statusOf(on(justNow(2)))).toBe(200)
})

test('a sign-in that ended while notifications were lost is refused after they are back', async () => {
  const { owner, on } = await newOwner()
  expect(await statusOf(on(phone))).toBe(200)
  const { queries } = api.database

  // No notification arrives, as when the connection is lost.
  await queries
    .update(signIns)
    .set({ endedAt: new Date(), endedBy: 'owner' })
    .where(eq(signIns.ownerId, owner.id))
  expect(await statusOf(on(phone))).toBe(200)
  await queries.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%sign_ins%'`,
  )

  await vi.waitFor(async () => expect(await statusOf(on(phone))).toBe(401))
})

test('signing in again on the same device replaces its sign-in', async () => {
  const { on } = await newOwner()
  await statusOf(on({ ...phone, signedInAgo: 200 }))

  await statusOf(on(phone))

  await vi.waitFor(async () => expect(await statusOf(on({ ...phone, signedInAgo: 200 }))).toBe(401))
  // A call with a token from before, which no process has seen yet.
  expect(await statusOf(on({ ...phone, signedInAgo: 300 }))).toBe(401)
  const { body } = await on(phone).call('GET', path)
  expect(body.signIns).toHaveLength(2)
})

test('a device can sign in again while another one signs it out', async () => {
  const { owner, on } = await newOwner()
  await statusOf(on({ ...phone, signedInAgo: 200 }))
  await statusOf(on(laptop))
  const { queries } = api.database
  const [row] = await queries.select().from(signIns).where(eq(signIns.ownerId, owner.id))
  const id = `sgn_${owner.id}`
  const authenticatedAt = new Date((owner.signedInAt - phone.signedInAgo) * 1000)
  const same = { ...(row as typeof signIns.$inferSelect), id, authenticatedAt }

  // Both have started before either can end.
  const calls = await api.database.transaction(async (tx) => {
    await tx.insert(signIns).values(same)
    const again = statusOf(on(phone))
    await vi.waitFor(async () => expect(await countWaiting(queries)).toBe(1))
    const ending = on(laptop).call('DELETE', path)
    await vi.waitFor(async () => expect(await countWaiting(queries)).toBe(2))
    await tx.delete(signIns).where(eq(signIns.id, id))
    return { again, ending }
  })

  expect(await calls.again).toBe(200)
  expect((await calls.ending).status).toBe(200)
})

test.each([
  ['that was not used for 30 days', 401, { signedInAgo: days(100) }, 31],
  ['that was used in the last 30 days', 200, { signedInAgo: days(100) }, 29],
  ['of 181 days ago', 401, { signedInAgo: days(181) }, 0],
  ['of 179 days ago', 200, { signedInAgo: days(179) }, 0],
])('a sign-in %s is answered with %i', async (_, status, device, idleDays) => {
  const { owner, on } = await newOwner()
  const { queries } = api.database
  const [first] = await queries.select().from(signIns).where(eq(signIns.ownerId, owner.id))
  const now = Math.floor(Date.now() / 1000) * 1000
  const ago = (seconds: number) => new Date(now - seconds * 1000)
  // A token names its sign-in to the second, which may pass before the call.
  for (const later of [0, 1, 2])
    await queries.insert(signIns).values({
      ...(first as typeof signIns.$inferSelect),
      id: `sgn_${owner.id}${later}`,
      authenticatedAt: ago(device.signedInAgo - later),
      lastUsedAt: ago(days(idleDays)),
    })

  expect(await statusOf(on(device))).toBe(status)
  expect(await statusOf(on({}))).toBe(200)
})

test('an expired sign-in is deleted after a year', async () => {
  const { owner, on } = await newOwner()
  await statusOf(on(phone))
  const rows = () =>
    api.database.queries.select().from(signIns).where(eq(signIns.ownerId, owner.id))

  await sweep(api, new Date(Date.now() + days(31) * 1000))
  expect(await rows()).toMatchObject([
    { endedBy: 'time', address: '' },
    { endedBy: 'time', address: '' },
  ])
  await sweep(api, new Date(Date.now() + days(366) * 1000))
  expect(await rows()).toEqual([])
})

test('a device whose sign-in expired is not reported as new', async () => {
  const { owner, on } = await newOwner()
  await statusOf(on({ ...phone, signedInAgo: 200 }))
  const old = { authenticatedAt: new Date(Date.now() - days(181) * 1000) }
  const isOnPhone = and(eq(signIns.ownerId, owner.id), eq(signIns.deviceId, phone.id))
  await api.database.queries.update(signIns).set(old).where(isOnPhone)
  await sweep(api)

  await statusOf(on({ ...phone, ...justNow(1) }))

  const { body } = await owner.call('GET', '/api/auth/activity')
  expect(body.items.slice(0, 2)).toMatchObject([{ kind: 'signed_in' }, { kind: 'sign_in_expired' }])
})

const error = (message: string) => ({ error: { code: 400, message } })

test.each<[string, 200 | 400, object]>([
  ['disabled', 400, error('USER_DISABLED')],
  ['deleted', 400, error('USER_NOT_FOUND')],
  ['signed out everywhere', 400, error('TOKEN_EXPIRED')],
  ['signed out everywhere at', 200, { users: [{ validSince: String(Date.now()) }] }],
])('a user %s at the identity provider is refused after five minutes', async (_, ...answer) => {
  const { owner, on } = await newOwner()
  provider.answers.set(owner.uid, answer)
  const old = { ...phone, signedInAgo: 400, issuedAgo: 400 }

  const refused = await on(old).call('GET', '/api/auth/profile')

  expectProblem(refused, 401)
  expect(refused.body.code).toBe('signed_out')
  await vi.waitFor(async () => expect(await statusOf(atServer(owner, old))).toBe(401))
})

test.each<[string, 200 | 400 | 503, object]>([
  ['does not answer', 503, {}],
  ['does not know the project of the key', 400, error('INVALID_ID_TOKEN')],
])('an identity provider that %s does not sign anybody out', async (_, ...answer) => {
  const { owner, on } = await newOwner()
  provider.answers.set(owner.uid, answer)

  expect(await statusOf(on({ ...phone, issuedAgo: 400 }))).toBe(200)
})

test('the identity provider is asked once for all processes, and never about a new token', async () => {
  const { owner, on } = await newOwner()
  const old = { ...laptop, signedInAgo: 400, issuedAgo: 400 }

  expect(await statusOf(on(phone))).toBe(200)
  for (const person of [on(old), on(old), atServer(owner, old), atServer(owner, old)])
    expect(await statusOf(person)).toBe(200)

  expect(provider.asked.filter((uid) => uid === owner.uid)).toEqual([owner.uid])
})
