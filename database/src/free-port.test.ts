import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { freePort } from './free-port.ts'

const rangeFile = '/proc/sys/net/ipv4/ip_local_port_range'

test('a free port can be listened on, and is not an ephemeral one', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()

  const said = existsSync(rangeFile) ? readFileSync(rangeFile, 'utf8') : ''
  const [first = 0, last = 0] = said.split(/\s+/).map(Number)
  // A machine may use all ports so, or not say which.
  const isEphemeral = first > 20_000 && port >= first && port <= last
  expect(isEphemeral).toBe(false)
})
