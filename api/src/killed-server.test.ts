import { afterAll, expect, test } from 'vitest'

import { makeStorage } from '../test/storage.ts'
import { createPerson, type Person } from '../test/test-api.ts'
import { kill, startServer, type TestServer } from '../test/test-server.ts'
import { project } from '../test/tokens.ts'

const storage = await makeStorage()
const running: TestServer[] = []

afterAll(async () => {
  for (const server of running) await kill(server)
  await storage.remove()
})

async function start(): Promise<TestServer> {
  const server = await startServer({
    ...storage.environment,
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
  })
  running.push(server)
  return server
}

const personAt = (server: TestServer): Person =>
  createPerson(1, (path, init) => fetch(`${server.url}${path}`, init))

test('a killed server loses nothing that it had acknowledged', async () => {
  const first = await start()
  const owner = personAt(first)
  expect((await owner.signUp()).status).toBe(201)
  const acknowledged: { key: string; id: string }[] = []
  const write = async (key: string) => {
    const { status, body } = await owner.call('POST', '/api/jobs', {
      body: { name: key },
      headers: { 'idempotency-key': key },
    })
    if (status === 201) acknowledged.push({ key, id: body.job.id })
    if (acknowledged.length === 20) first.process.kill('SIGKILL')
  }
  const keys = Array.from({ length: 80 }, (_, index) => `k-${index}`)
  const waiting = [...keys]
  // Twenty at a time: all at once could be answered before the first answers are read here.
  const writeOn = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) await write(key)
  }
  await Promise.allSettled(Array.from({ length: 20 }, writeOn))
  await first.exited

  const second = await start()
  const again = personAt(second)

  expect(acknowledged.length).toBeGreaterThanOrEqual(20)
  expect(acknowledged.length).toBeLessThan(80)
  for (const { key, id } of acknowledged) {
    expect((await again.call('GET', `/api/jobs/${id}`)).body.job.name).toBe(key)
  }
  // Repeating everything makes each job once, whether its answer had arrived or not.
  for (const key of keys) {
    const { status } = await again.call('POST', '/api/jobs', {
      body: { name: key },
      headers: { 'idempotency-key': key },
    })
    expect(status).toBe(201)
  }
  expect((await again.call('GET', '/api/jobs')).body.totals.draft).toBe(80)
})
