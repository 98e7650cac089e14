import { afterAll, expect, test } from 'vitest'

import { receive, sendReply, waitForStatus } from '../../test/chat-api.ts'
import { makeStorage } from '../../test/storage.ts'
import { createPerson } from '../../test/test-api.ts'
import { kill, startServer, type TestServer } from '../../test/test-server.ts'
import { project } from '../../test/tokens.ts'

const storage = await makeStorage()
const servers: TestServer[] = []

afterAll(async () => {
  for (const server of servers) await kill(server)
  await storage.remove()
})

async function start(worker: string, more: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const server = await startServer({
    ...storage.environment,
    WORKER: worker,
    ...more,
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
  })
  servers.push(server)
  return server
}

test('one process answers requests and another one does the work', async () => {
  const http = await start('off')
  // The worker knows by the port where the simulated phones are; did it listen, it could not start.
  await start('only', { API_PORT: new URL(http.url).port })
  const owner = createPerson(1, (path, init) => fetch(`${http.url}${path}`, init))
  await owner.signUp()

  const { session } = await receive(owner)
  const { body } = await sendReply(owner, session.id, 'Yes')

  const message = await waitForStatus(owner, session.id, body.message.id, 'delivered')
  expect(message).toMatchObject({ id: body.message.id, status: 'delivered' })
})
