import { afterAll, expect, test } from 'vitest'

import { makeStorage } from '../test/storage.ts'
import { kill, startServer, tryToStart, type TestServer } from '../test/test-server.ts'

const storage = await makeStorage()
const servers: TestServer[] = []

afterAll(async () => {
  for (const server of servers) await kill(server)
  await storage.remove()
})

async function start(begin = startServer): Promise<TestServer> {
  const server = await begin(storage.environment)
  servers.push(server)
  return server
}

test('a data directory has one server at a time, and a killed one leaves it free', async () => {
  const first = await start()

  const second = await start(tryToStart)
  expect(second.start).toEqual({
    type: 'failed',
    message: expect.stringMatching(/is in use by another process\.$/),
  })

  await kill(first)
  expect((await start()).start).toEqual({ type: 'ready' })
})
