import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'

/** Above the usual ports of services, and above those that browsers refuse. */
const lowestPort = 20_000

/** Ports that this process chose before: their servers may not listen yet. */
const chosenPorts = new Set<number>()

/**
 * A port of this machine that nobody listens on, outside of the ephemeral range where that can be:
 * until the server listens, an outgoing connection could take an ephemeral one.
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

/** Where the ephemeral range begins; 0 where the system does not say. */
async function firstEphemeralPort(): Promise<number> {
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
