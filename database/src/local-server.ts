import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { createCluster, owner, refuseOtherVersion, takeFromNobody } from './cluster.ts'
import { acquireLock } from './file-lock.ts'
import { freePort } from './free-port.ts'
import { findPrograms } from './server-programs.ts'
import { isNobodys, serverFolder, serverUser, type ServerUser } from './server-user.ts'

/** The databases on the local server. */
const localDatabases = ['errand', 'registry'] as const
export type LocalDatabase = (typeof localDatabases)[number]

const loopback = '127.0.0.1'
const retryMs = 50
/** How often an adopted server, which is no child of this process, is checked for its end. */
const adoptedPollMs = 250
/** A server that recovers from a crash, or stops while many are connected, may need seconds. */
const startTimeoutMs = 60_000

const settings = {
  listen_addresses: loopback,
  // No Unix socket: its path may have 107 characters, which a folder below a home directory can exceed.
  unix_socket_directories: '',
  max_connections: '300',
  // Errors of queries may contain personal data; the client logs them without it.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** A server process. */
export interface RunningServer {
  /** Resolves when it answers and has its databases; rejects when it ends before. */
  ready: Promise<void>
  exited: Promise<void>
  stop: () => Promise<void>
  /** Kills the server; it recovers at the next start. */
  kill: () => void
}

/** The PostgreSQL of a data directory, for one process to run. */
export interface LocalServer {
  /** Where its files are; not always in the data directory. */
  folder: string
  url: (database: string) => string
  /** Starts it, at the same port each time; `log` is the descriptor of a file. */
  start: (log: number | 'ignore') => RunningServer
  /** Lets another process run it. */
  release: () => void
}

/**
 * Prepares the PostgreSQL of a data directory: its programs, files and port. A server that a killed
 * process left running is adopted. Undefined while another process runs it; throws one sentence where
 * it cannot be run.
 */
export async function prepareLocalServer(
  dataDir: string,
  moreSettings: Record<string, string> = {},
): Promise<LocalServer | undefined> {
  mkdirSync(dataDir, { recursive: true })
  const lock = acquireLock(join(dataDir, 'postgres.lock'))
  if (lock === undefined) return undefined
  try {
    const user = serverUser(join(dataDir, 'postgres'))
    const folder = serverFolder(dataDir, user)
    const programs = await findPrograms(user)
    const data = join(folder, 'data')
    if (existsSync(data)) refuseOtherVersion(folder)
    if (user !== undefined && isNobodys(folder)) {
      const running = await findLeftover(folder)
      if (running !== undefined) await adoptServer(folder, running.pid).stop()
      await takeFromNobody(programs, folder, user)
    }
    if (!existsSync(data)) await createCluster(programs, folder, user)
    let leftover = await findLeftover(folder)
    const port = leftover?.port ?? (await freePort())
    const url = (database: string) => urlOf(folder, port, database)
    const args = Object.entries({ ...settings, ...moreSettings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    return {
      folder,
      url,
      release: lock.release,
      start(log) {
        const running =
          leftover === undefined
            ? startServer(programs, ['-D', data, '-p', String(port), ...args], {
                user,
                folder,
                log,
              })
            : adoptServer(folder, leftover.pid)
        leftover = undefined
        const ready = waitUntilReady(url, running.exited)
        // `exited` reports a failed start as well: an unawaited rejection must not end this process.
        ready.catch(() => {})
        return { ...running, ready }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Starts PostgreSQL as a child of this process. */
function startServer(
  programs: string,
  args: string[],
  { user, folder, log }: { user: ServerUser; folder: string; log: number | 'ignore' },
): Omit<RunningServer, 'ready'> {
  const child = spawn(join(programs, 'postgres'), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', log, log],
    // Ctrl-C reaches the start command alone, which stops the database last.
    detached: process.platform !== 'win32',
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    exited,
    async stop() {
      // PostgreSQL's fast shutdown: connections are ended, everything is written.
      child.kill('SIGINT')
      await exited
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Takes over a server that another process started, and that others may be using. */
function adoptServer(folder: string, pid: number): Omit<RunningServer, 'ready'> {
  const exited = waitUntilGone(folder, pid)
  const signal = (name: NodeJS.Signals) => {
    if (isAlive(pid)) process.kill(pid, name)
  }
  return {
    exited,
    async stop() {
      signal('SIGINT')
      await exited
    },
    kill: () => signal('SIGKILL'),
  }
}

async function waitUntilGone(folder: string, pid: number): Promise<void> {
  while (readPidFile(folder)?.pid === pid && isAlive(pid)) await delay(adoptedPollMs)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The URL of a database on the server that runs in a data directory; nothing where none does. */
export function findLocalUrl(dataDir: string, database: LocalDatabase): string | undefined {
  const folder = join(dataDir, 'postgres')
  const running = readPidFile(folder)
  return running && urlOf(folder, running.port, database)
}

/** Whether the server of a data directory answers and has its databases. */
export async function isLocalServerReady(dataDir: string): Promise<boolean> {
  const states = localDatabases.map(async (database) => {
    const url = findLocalUrl(dataDir, database)
    return url !== undefined && (await stateOf(url)) === 'ready'
  })
  return (await Promise.all(states)).every(Boolean)
}

function urlOf(folder: string, port: number, database: string): string {
  const password = readFileSync(join(folder, 'password'), 'utf8')
  return `postgres://${owner}:${password}@${loopback}:${port}/${database}`
}

/** The process and port of the server that runs, or ran, in a folder, from PostgreSQL's pid file. */
function readPidFile(folder: string): { pid: number; port: number } | undefined {
  const file = join(folder, 'data', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
  return pid !== undefined && port !== undefined && port > 0 ? { pid, port } : undefined
}

/** Finds a server that a killed process left running; removes the pid file of one that has ended. */
async function findLeftover(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const since = Date.now()
  for (;;) {
    const left = readPidFile(folder)
    const state =
      left && isAlive(left.pid) ? await stateOf(urlOf(folder, left.port, 'postgres')) : 'absent'
    if (state === 'ready') return left
    if (state === 'absent') {
      // A damaged pid file, or one whose pid was reused, would keep PostgreSQL from starting.
      rmSync(join(folder, 'data', 'postmaster.pid'), { force: true })
      return undefined
    }
    if (Date.now() - since > startTimeoutMs) {
      throw new Error(`The PostgreSQL in ${folder} does not answer: stop process ${left?.pid}.`)
    }
    await delay(retryMs)
  }
}

async function waitUntilReady(
  url: (database: string) => string,
  exited: Promise<void>,
): Promise<void> {
  let hasEnded = false
  void exited.then(() => (hasEnded = true))
  while ((await stateOf(url('postgres'))) !== 'ready') {
    if (hasEnded) throw new Error('PostgreSQL ended before it was ready.')
    await delay(retryMs)
  }
  const client = new Client({ connectionString: url('postgres') })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
  for (const database of localDatabases) {
    if (rows.some(({ name }) => name === database)) continue
    await client.query(`create database ${database}`)
  }
  await client.end()
}

/**
 * Whether our server answers at a URL, is busy, or is absent: nothing listens there, or a server that
 * refuses the password. A silent server counts as busy: a second one would destroy the folder.
 */
async function stateOf(connectionString: string): Promise<'ready' | 'busy' | 'absent'> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return ['ECONNREFUSED', '28P01', '28000'].includes(code) ? 'absent' : 'busy'
  } finally {
    await client.end().catch(() => {})
  }
}
