import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { checkPorts, freePorts } from './ports.ts'

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port in use at %s is named, with a way out',
  async (host) => {
    const [port = 0, apiPort = 0, identityPort = 0, mailPort = 0] = await freePorts(4)
    const other = createServer().listen(apiPort, host)
    await once(other, 'listening')

    await expect(
      checkPorts({
        PORT: port,
        API_PORT: apiPort,
        IDENTITY_PORT: identityPort,
        MAIL_PORT: mailPort,
      }),
    ).rejects.toThrow(
      `Port ${apiPort} is in use. Stop the program that uses it or choose another: API_PORT=${apiPort + 1} npm start`,
    )
    other.close()
  },
)

test('free ports are all different, and free', async () => {
  const ports = await freePorts(4)
  const [port = 0, apiPort = 0, identityPort = 0, mailPort = 0] = ports

  expect(new Set(ports).size).toBe(4)
  await checkPorts({
    PORT: port,
    API_PORT: apiPort,
    IDENTITY_PORT: identityPort,
    MAIL_PORT: mailPort,
  })
})
