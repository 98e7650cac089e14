import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePort, temporaryFolder } from '@errand/database/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { makeStorage, type Storage } from '../../../test/storage.ts'
import type { Person } from '../../../test/test-api.ts'
import {
  kill,
  personAt,
  startServer,
  tryToStart,
  type TestServer,
} from '../../../test/test-server.ts'

const entryOf = (name: string) => fileURLToPath(new URL(`../../../test/${name}`, import.meta.url))
const neverMs = 1e9

let storage: Storage
const running: TestServer[] = []

beforeAll(async () => {
  storage = await makeStorage()
})

afterEach(async () => {
  for (const server of running.splice(0)) await kill(server)
})

afterAll(() => storage.remove())

let people = 0

async function start(environment: NodeJS.ProcessEnv = {}) {
  const logFile = join(temporaryFolder('watchdog'), 'log')
  const given = { ...storage.environment, MAX_BLOCKED_SECONDS: '2', WORKER: 'off', ...environment }
  const server = await startServer(given, logFile, entryOf('blocking-server.ts'))
  running.push(server)
  people += 1
  const person = personAt(server, people)
  await person.signUp()
  return { server, person, linesOf: () => readLines(logFile) }
}

const readLines = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Blocks the api while it reads the body of this request. */
const block = (person: Person, blockMs: number, headers = {}) =>
  person.call('POST', '/api/jobs', { body: { blockMs }, headers })

test('an api without a limit goes on, and says in its log and metrics which request blocked it', async () => {
  const { person, linesOf } = await start({ MAX_BLOCKED_SECONDS: '0' })
  const others = () => Array.from({ length: 20 }, () => person.call('GET', '/api/jobs'))

  const before = others()
  const blocked = block(person, 2_000)
  await Promise.all([...before, ...others()])

  expect((await blocked).status).toBe(422)
  await vi.waitFor(async () => {
    const { body } = await person.call('GET', '/api/metrics')
    const lines = [...String(body).matchAll(/blocked_seconds_total\{work="(.+jobs)"\} (.+)/g)]
    const [longest] = lines.toSorted(([, , a], [, , b]) => Number(b) - Number(a))
    expect(longest?.[1]).toBe('POST /api/jobs')
  })
  expect(linesOf()).toContainEqual(
    expect.objectContaining({
      level: 40,
      work: 'POST /api/jobs',
      msg: 'the event loop was blocked',
    }),
  )
})

test('health is answered by a port of its own while a request holds the event loop', async () => {
  const HEALTH_PORT = String(await freePort())
  const { person, linesOf } = await start({ HEALTH_PORT, MAX_BLOCKED_SECONDS: '0' })
  let isOver = false
  const blocked = block(person, 2_000).finally(() => {
    isOver = true
  })
  await vi.waitFor(() => expect(linesOf().at(-1)).toEqual({ blockMs: 2_000 }))

  const answer = await fetch(`http://127.0.0.1:${HEALTH_PORT}/`)

  expect([answer.status, await answer.json(), isOver]).toEqual([200, { status: 'ok' }, false])
  expect((await blocked).status).toBe(422)
  // One that cannot say that it lives does not start.
  const again = await tryToStart({ ...storage.environment, HEALTH_PORT })
  expect(again.start).toEqual({ type: 'failed', message: `Port ${HEALTH_PORT} is in use.` })
})

test('an api that hangs in a request ends and says in which and where; one that is suspended for as long goes on', async () => {
  const suspended = await start()
  const hanging = await start()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`

  const blocked = block(suspended.person, 1_000)
  await vi.waitFor(() => expect(suspended.linesOf().at(-1)).toEqual({ blockMs: 1_000 }))
  suspended.server.process.kill('SIGSTOP')
  await expect(block(hanging.person, neverMs, { traceparent })).rejects.toThrow('fetch failed')
  suspended.server.process.kill('SIGCONT')

  expect((await blocked).status).toBe(422)
  expect(await hanging.server.exited).toEqual([null, 'SIGKILL'])
  expect(hanging.linesOf().at(-1)).toMatchObject({
    level: 60,
    app: 'api',
    work: 'POST /api/jobs',
    traceId,
    requestId: expect.any(String),
    stack: expect.stringContaining('blockEventLoop'),
    msg: 'the event loop hangs, so the process ends',
  })
})

test('a worker that hangs in a task ends, and its last line says in which task', async () => {
  const logFile = join(temporaryFolder('watchdog'), 'log')
  const worker = await tryToStart(storage.environment, logFile, entryOf('blocking-worker.ts'))

  expect(await worker.exited).toEqual([null, 'SIGKILL'])
  expect(readLines(logFile).at(-1)).toMatchObject({
    level: 60,
    work: 'task webhook.post',
    taskId: expect.any(String),
  })
})

test('an api with an open debugger may stand still', async () => {
  const { person } = await start({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })

  expect((await block(person, 3_000)).status).toBe(422)
})
