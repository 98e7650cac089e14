import { once } from 'node:events'
import { createServer } from 'node:net'

import type { Ports } from './settings.ts'

/** Throws one sentence about the first port that somebody else listens on. */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} is in use. Stop the program that uses it or choose another: ${name}=${port + 1} npm start`,
    )
  }
}

/** Whether nobody listens: on either address, because a browser may take either for localhost. */
async function isFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  return answers.every(Boolean)
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return true
  } catch (error) {
    // A machine without IPv6 has no ::1 to be in use.
    return error instanceof Error && 'code' in error && error.code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}

/** As many ports that nobody uses now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port to listen on')
    return address.port
  })
  for (const server of servers) server.close()
  return ports
}
