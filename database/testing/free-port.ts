import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'

/** Above the usual ports of services, and above those that browsers refuse. */
const lowest = 20_000

/** What this process has been told already, and may not listen on yet. */
const told = new Set<number>()

/**
 * A port of this machine that nobody listens on. It is none of those that the system hands out by
 * itself: such a one could be another's before the server is up that it is for.
 */
export async function freePort(): Promise<number> {
  const end = await firstHandedOut()
  const quiet = end > lowest ? Array.from({ length: 100 }, () => randomInt(lowest, end)) : []
  for (const wanted of [...quiet, 0]) {
    const port = await listenOnce(wanted)
    if (port === undefined || told.has(port)) continue
    told.add(port)
    return port
  }
  throw new Error('This machine has no free port')
}

/** The first port that the system hands out by itself; 0 where it does not say. */
async function firstHandedOut(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '')
  return Number.parseInt(range, 10) || 0
}

/** The port that could be listened on; nothing where another process does. */
async function listenOnce(wanted: number): Promise<number | undefined> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
