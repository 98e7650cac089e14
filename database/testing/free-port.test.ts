import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { freePort } from './free-port.ts'

const rangeFile = '/proc/sys/net/ipv4/ip_local_port_range'

test('one can listen on a free port, and the system hands it to nobody else', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()

  const said = existsSync(rangeFile) ? readFileSync(rangeFile, 'utf8') : ''
  const [first = 0, last = 0] = said.split(/\s+/).map(Number)
  // A machine may hand out all of them, or not say which.
  const isHandedOut = first > 20_000 && port >= first && port <= last
  expect(isHandedOut).toBe(false)
})
