import { join } from 'node:path'

import { listApps } from '../apps/apps.ts'
import type { NodeProgram } from '../programs/program.ts'
import { root } from '../root.ts'
import { freePorts } from '../settings/ports.ts'
import type { Settings } from '../settings/settings.ts'

/** Starts a development server for every app; gives back what tells the edge where they are. */
export async function startDevServers(
  settings: Settings,
  start: (program: NodeProgram) => Promise<unknown>,
): Promise<Record<'DEV_HOST_URL' | 'DEV_REMOTES', string>> {
  const apps = listApps()
  const ports = await freePorts(apps.length)
  const servers = apps.map((app, index) => ({ ...app, port: ports[index] ?? 0 }))
  const edgeOrigin = `http://localhost:${settings.ports.PORT}`
  await Promise.all(servers.map((server) => start(devProgram(server, edgeOrigin))))

  const urls = servers.map(({ name, port }) => [name, `http://localhost:${port}`] as const)
  const { host = '', ...remotes } = Object.fromEntries(urls)
  return { DEV_HOST_URL: host, DEV_REMOTES: JSON.stringify(remotes) }
}

/** The development server of an app, for pages of this edge. */
export function devProgram(
  { name, directory, port }: { name: string; directory: string; port: number },
  edgeOrigin: string,
): NodeProgram {
  return {
    name,
    args: [join(root, 'tools/src/app-dev-server.ts')],
    cwd: directory,
    env: { DEV_PORT: String(port), EDGE_ORIGIN: edgeOrigin, NODE_ENV: 'development' },
  }
}
