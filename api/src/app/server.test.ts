import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { freePort, startTestServer } from '@errand/database/testing'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { readChat, receive, sendReply } from '../../test/chat-api.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, tryToStart, type TestServer } from '../../test/test-server.ts'

let storage: Storage
const running: TestServer[] = []

beforeEach(async () => {
  storage = await makeStorage()
})

afterEach(async () => {
  for (const server of running.splice(0)) await kill(server)
  await storage.remove()
})

async function start(
  environment: NodeJS.ProcessEnv = {},
  begin: typeof startServer = startServer,
): Promise<TestServer> {
  const server = await begin({
    ...storage.environment,
    ...environment,
  })
  running.push(server)
  return server
}

async function ownerAt(server: TestServer): Promise<Person> {
  const person = personAt(server)
  expect((await person.signUp()).status).toBe(201)
  return person
}

test('production does not start with the emulator', async () => {
  const server = await start({ NODE_ENV: 'production' }, tryToStart)

  expect(server.start).toEqual({
    type: 'failed',
    message: 'IDENTITY_EMULATOR_URL must not be set in production: anybody could sign in.',
  })
  expect(await server.exited).toEqual([1, null])
})

test('production starts without the emulator and refuses its tokens', async () => {
  const server = await start({
    NODE_ENV: 'production',
    IDENTITY_EMULATOR_URL: '',
    PUBLIC_URL: 'https://errand.example',
  })

  expect(await personAt(server).call('GET', '/api/auth/profile')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('production with a model loads neither the simulators nor the rules', async () => {
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
  }

  const server = await start(production, (environment) =>
    startServer(environment, undefined, join(copy, 'src/app/server.ts')),
  )

  expect((await fetch(`${server.url}/api/healthz`)).status).toBe(200)
})

test('a port in use is one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const server = await start({ API_PORT: String(port) }, tryToStart)
  other.close()

  expect(server.start).toEqual({ type: 'failed', message: `Port ${port} is in use.` })
  expect(await server.exited).toEqual([1, null])
})

test('a server that is told to stop ends its streams, and loses neither requests nor tasks', async () => {
  const server = await start()
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

  const again = personAt(await start())
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

test('a server whose parent is gone goes too', async () => {
  const server = await start()

  server.process.disconnect()

  expect(await server.exited).toEqual([0, null])
})

test('bodies of 5 MiB get their answers over the wire, with or without a length', async () => {
  const server = await start()
  const owner = await ownerAt(server)
  const body = new Blob([new Uint8Array(5 * 1024 * 1024).fill(0x20)])

  const rounds = Array.from({ length: 10 }, () => [body, body.stream()])
  for (const sent of rounds.flat()) {
    expect(await owner.call('POST', '/api/jobs', { body: sent })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  }
})

test.each([
  ['does not read', ' '.repeat(1024 * 1024)],
  ['finds too large', ' '.repeat(1024 * 1024 + 1)],
])('no request fails for the body before it, which the server %s', async (_, body) => {
  const server = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const post = async (text: string) => {
    const sent = request(`${server.url}/api/auth/calendar`, { agent, method: 'POST' })
    sent.end(text)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    await buffer(answer!)
    return answer?.statusCode
  }

  expect(await post(body)).toBeGreaterThanOrEqual(400)
  expect(await post('')).toBe(401)
})

test('it says that it is stopping before it takes no more requests', async () => {
  // Longer than the test, which looks at the drain alone.
  const server = await start({ DRAIN_SECONDS: '300' })
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { connection: 'close' } })

  server.process.kill('SIGTERM')

  await vi.waitFor(async () => expect((await ask('/api/readyz')).status).toBe(503))
  expect((await ask('/api/healthz')).status).toBe(200)
  expect((await personAt(server).signUp()).status).toBe(201)
})

test('it stops once the drain is over', async () => {
  const server = await start({ DRAIN_SECONDS: '1' })

  server.process.kill('SIGTERM')

  expect(await server.exited).toEqual([0, null])
})

test('a database that is not there is one sentence', async () => {
  const server = await tryToStart({
    DATABASE_URL: `postgres://errand@127.0.0.1:${await freePort()}/errand`,
  })

  expect(server.start).toEqual({
    type: 'failed',
    message: 'PostgreSQL cannot be reached at DATABASE_URL.',
  })
})

test('a log that cannot be written ends nothing', async () => {
  const server = await startServer(storage.environment, '/dev/full')
  running.push(server)

  const owner = await ownerAt(server)

  expect(await owner.call('GET', '/api/jobs')).toMatchObject({ status: 200 })
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

  await postgres.crash()
  await vi.waitFor(() => expect(lines()).toContain('the database is back'))
  expect(lines()).toEqual(['the database is away', 'the database is back'])

  const owner = await ownerAt(server)
  const { session } = await receive(owner)
  expect((await sendReply(owner, session.id, 'Hello')).status).toBeLessThan(300)
  await kill(server)
  await postgres.stop()
})
