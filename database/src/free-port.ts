import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'

/** Above the common ports of services, and above those that browsers block. */
const lowestPort = 20_000

/** Ports that this process chose before: their servers may not listen yet. */
const chosenPorts = new Set<number>()

/**
 * A free port of this machine, outside of the ephemeral range if possible: an outgoing connection could
 * take an ephemeral port before the server listens on it.
 */
export async function freePort(): Promise<number> {
  const end = await firstEphemeralPort()
  const outside =
    end > lowestPort ? Array.from({ length: 100 }, () => randomInt(lowestPort, end)) : []
  for (const wanted of [...outside, 0]) {
    const port = await listenOnce(wanted)
    if (port === undefined || chosenPorts.has(port)) continue
    chosenPorts.add(port)
    return port
  }
  throw new Error('This machine has no free port')
}

/** The start of the ephemeral range; 0 where the system does not tell. */
async function firstEphemeralPort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '')
  return Number.parseInt(range, 10) || 0
}

/** Listens once to test a port; undefined where another process uses it. */
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
