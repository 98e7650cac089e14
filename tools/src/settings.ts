import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

import { requireWritable, acquireLock } from '@errand/database'

import { root } from './root.ts'

/** An environment variable with which the product cannot start. */
class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const portNames = ['PORT', 'API_PORT', 'REGISTRY_PORT', 'IDENTITY_PORT', 'MAIL_PORT'] as const

/** Ports by the name of their setting. */
export type Ports = Record<(typeof portNames)[number], number>

/** The settings of this copy of the product. */
export interface Settings {
  ports: Ports
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  project: string
}

const defaultPorts: Ports = {
  PORT: 3000,
  API_PORT: 5000,
  REGISTRY_PORT: 3100,
  IDENTITY_PORT: 9099,
  MAIL_PORT: 2525,
}

/** Reads the settings; throws one sentence about the first invalid value. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  if (env['NODE_ENV'] === 'production') {
    throw new SettingsError(
      'This starts a local copy, where anybody can sign in: unset NODE_ENV, or run api and edge apart.',
    )
  }
  return {
    ports: readPorts(env),
    // Relative to the root, so that every sub-folder uses the same data.
    dataDir: resolve(root, env['DATA_DIR'] || '.data'),
    databaseUrl: readDatabaseUrl(env['DATABASE_URL']),
    project: readProject(env['IDENTITY_PROJECT'] || 'demo-errand'),
  }
}

function readPorts(env: NodeJS.ProcessEnv): Ports {
  const ports = { ...defaultPorts }
  const nameByPort = new Map<number, string>()
  for (const name of portNames) {
    ports[name] = readPort(name, env[name] || String(defaultPorts[name]))
    const other = nameByPort.get(ports[name])
    if (other !== undefined) {
      throw new SettingsError(`${other} and ${name} are both ${ports[name]}: each needs its own.`)
    }
    nameByPort.set(ports[name], name)
  }
  return ports
}

function readPort(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new SettingsError(`${name} must be a port from 1 to 65535, not "${text}".`)
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  // The value is not repeated, because it may contain a password.
  throw new SettingsError('DATABASE_URL must look like postgres://user:password@host:5432/name.')
}

function readProject(text: string): string {
  // Only projects with this prefix belong to the emulator; another one may be real.
  if (/^demo-[a-z0-9-]{1,25}$/.test(text)) return text
  throw new SettingsError(`IDENTITY_PROJECT must begin with "demo-", not be "${text}".`)
}

/** Throws one sentence about the first port that is in use. */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} is in use. Stop the program that uses it or choose another: ${name}=${port + 1} npm start`,
    )
  }
}

/** Whether a port is free on both addresses, because a browser may use either for localhost. */
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
    // A machine without IPv6 has no ::1.
    return error instanceof Error && 'code' in error && error.code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}

/** This many different free ports. */
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

const defaultAdvice = 'choose another directory: DATA_DIR=.data2 npm start'

/**
 * Locks the data directory for this copy of the product until the process exits. `advice` is an
 * alternative for a developer who already runs a copy.
 */
export function claimDataDir(dataDir: string, advice = defaultAdvice): void {
  requireWritable('DATA_DIR', dataDir)
  if (acquireLock(join(dataDir, 'start.lock')) === undefined) {
    throw new Error(`Another copy of Errand runs on ${dataDir}. Stop it or ${advice}`)
  }
}
