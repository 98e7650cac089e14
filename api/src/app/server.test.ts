import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { startTestServer } from '@errand/database/testing'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { readChat, receive, sendReply } from '../../test/chat-api.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, tryToStart, type TestServer } from '../../test/test-server.ts'

let storage: Storage
let shared: TestServer
const running: TestServer[] = []

beforeAll(async () => {
  storage = await makeStorage()
  // Its log cannot be written, which must end nothing; and it drains for longer than any test.
  shared = await startServer({ ...storage.environment, DRAIN_SECONDS: '300' }, '/dev/full')
})

afterEach(async () => {
  for (const server of running.splice(0)) await kill(server)
})

afterAll(async () => {
  await kill(shared)
  await storage.remove()
})

/** A server that ends with its test. */
async function start(
  environment: NodeJS.ProcessEnv,
  begin: typeof startServer = startServer,
): Promise<TestServer> {
  const server = await begin(environment)
  running.push(server)
  return server
}

/** A database of a test alone, because workers of one database share their tasks. */
async function ownStorage(): Promise<NodeJS.ProcessEnv> {
  const own = await makeStorage()
  onTestFinished(async () => {
    for (const server of running.splice(0)) await kill(server)
    await own.remove()
  })
  return own.environment
}

async function ownerAt(server: TestServer): Promise<Person> {
  const person = personAt(server)
  const { status } = await person.signUp()
  expect(status).toBeLessThan(300)
  return person
}

test('production with a model loads neither the emulator, the simulators nor the rules', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'errand-api-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const root = join(import.meta.dirname, '../..')
  for (const name of ['package.json', 'src', 'drizzle'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  rmSync(join(copy, 'src/modules/ai/rules'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const production = {
    NODE_ENV: 'production',
    IDENTITY_EMULATOR_URL: '',
    PUBLIC_URL: 'https://errand.example',
    AI_BASE_URL: 'https://models.example/v1',
    AI_MODEL: 'small',
    WORKER: 'off',
  }

  const server = await start({ ...storage.environment, ...production }, (environment) =>
    startServer(environment, undefined, join(copy, 'src/app/server.ts')),
  )

  expect((await fetch(`${server.url}/api/healthz`)).status).toBe(200)
  // Its tokens are signed by nobody.
  expect(await personAt(server).call('GET', '/api/auth/profile')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('a port in use is one sentence', async () => {
  const { port } = new URL(shared.url)

  const server = await start({ ...storage.environment, API_PORT: port }, tryToStart)

  expect(server.start).toEqual({ type: 'failed', message: `Port ${port} is in use.` })
  expect(await server.exited).toEqual([1, null])
})

test('a server that is told to stop ends its streams, and loses neither requests nor tasks', async () => {
  const environment = await ownStorage()
  const server = await start(environment)
  const owner = await ownerAt(server)
  const { session } = await receive(owner)
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => owner.stream('/api/events', {})),
  )
  const read = streams.map((stream) => stream.text())
  const replies = Array.from({ length: 12 }, (_, index) =>
    sendReply(owner, session.id, `Reply ${index}`),
  )
  // Some are answered and being sent, some are on their way.
  await Promise.race(replies)

  server.process.kill('SIGTERM')

  expect(await server.exited).toEqual([0, null])
  // A stream that was open still when its ten seconds were over would have been broken off.
  for (const text of await Promise.all(read)) expect(text).toContain('event: ready')
  const answers = await Promise.allSettled(replies)
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(made.length).toBeGreaterThan(0)
  for (const { status } of made) expect(status).toBe(202)

  const again = personAt(await start(environment))
  // That it was delivered is told to the process that ended, whose simulated phones end with it.
  await vi.waitFor(
    async () => {
      const { items } = await readChat(again, session.id)
      const own = made.map(({ body }) =>
        items.find(({ id }: { id: string }) => id === body.message.id),
      )
      for (const { status } of own) expect(['sent', 'delivered']).toContain(status)
    },
    { interval: 100 },
  )
  expect((await readChat(again, session.id)).session.cost.messages).toBe(made.length)
})

test.each([
  ['/api/jobs', 5],
  ['/api/files', 33],
])(
  'a call to %s with %d MiB is answered over the wire, with or without a length',
  async (path, mebibytes) => {
    const owner = await ownerAt(shared)
    const body = new Blob([new Uint8Array(mebibytes * 1024 * 1024).fill(0x20)])

    const rounds = Array.from({ length: 5 }, () => [body, body.stream()])
    for (const sent of rounds.flat()) {
      expect(await owner.call('POST', path, { body: sent })).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      })
    }
  },
)

test.each([
  ['does not read', ' '.repeat(1024 * 1024)],
  ['finds too large', ' '.repeat(1024 * 1024 + 1)],
])('no request fails for the body before it, which the server %s', async (_, body) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const post = async (text: string) => {
    const sent = request(`${shared.url}/api/auth/calendar`, { agent, method: 'POST' })
    sent.end(text)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    await buffer(answer!)
    return answer?.statusCode
  }

  expect(await post(body)).toBeGreaterThanOrEqual(400)
  expect(await post('')).toBe(401)
})

test('a connection is kept for longer than proxies keep it', async () => {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const [answer] = await once(request(`${shared.url}/api/healthz`, { agent }).end(), 'response')
  answer.resume()

  expect(answer.headers['keep-alive']).toBe('timeout=75')
})

test('a log that cannot be written ends nothing', async () => {
  const owner = await ownerAt(shared)

  expect(await owner.call('GET', '/api/jobs')).toMatchObject({ status: 200 })
})

test('a server whose parent is gone drains, and then goes too', async () => {
  const server = await start({ ...storage.environment, WORKER: 'off', DRAIN_SECONDS: '1' })

  server.process.disconnect()

  expect(await server.exited).toEqual([0, null])
})

// The last that uses the shared server.
test('it says that it is stopping before it takes no more requests', async () => {
  const ask = (path: string) => fetch(`${shared.url}${path}`, { headers: { connection: 'close' } })

  shared.process.kill('SIGTERM')

  await vi.waitFor(async () => expect((await ask('/api/readyz')).status).toBe(503))
  expect((await ask('/api/healthz')).status).toBe(200)
  await ownerAt(shared)
})

test('a database that goes away is one line, and one when it is back', async () => {
  const postgres = await startTestServer({})
  const logFile = join(mkdtempSync(join(tmpdir(), 'errand-log-')), 'api.log')
  const server = await startServer({ DATABASE_URL: postgres.url('errand') }, logFile)
  running.push(server)
  const warningLevel = 40
  const lines = () =>
    readFileSync(logFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): { level: number; msg: string } => JSON.parse(line))
      .filter(({ level, msg }) => level >= warningLevel || msg.startsWith('the database'))
      .map(({ msg }) => msg)
      // A busy machine says so, whatever the database does.
      .filter((msg) => msg !== 'the event loop was blocked')

  await postgres.crash()
  await vi.waitFor(() => expect(lines()).toContain('the database is back'))
  expect(lines()).toEqual(['the database is away', 'the database is back'])

  const owner = await ownerAt(server)
  const { session } = await receive(owner)
  expect((await sendReply(owner, session.id, 'Hello')).status).toBeLessThan(300)
  await kill(server)
  await postgres.stop()
})
