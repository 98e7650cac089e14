import { expect, test } from 'vitest'

import { freePort } from '../test/free-port.ts'
import { makeStorage } from '../test/storage.ts'
import { kill, startServer } from '../test/test-server.ts'

test('servers that start at once on an empty database all get ready', async () => {
  const storage = await makeStorage()

  const servers = await Promise.all([1, 2, 3].map(() => startServer(storage.environment)))

  expect(servers.map(({ start }) => start.type)).toEqual(['ready', 'ready', 'ready'])
  await Promise.all(servers.map(kill))
  await storage.remove()
})

test('a database that is not there is one sentence', async () => {
  const server = await startServer({
    DATABASE_URL: `postgres://errand@127.0.0.1:${await freePort()}/errand`,
  })

  expect(server.start).toEqual({
    type: 'failed',
    message: 'PostgreSQL cannot be reached at DATABASE_URL.',
  })
})
