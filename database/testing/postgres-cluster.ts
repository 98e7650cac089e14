import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** Debian keeps each major version in a directory of its own, outside PATH. */
const installed = '/usr/lib/postgresql'

/** Nothing here outlives the run, so nothing has to reach the disk; many files and processes share it. */
const settings = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=400']

interface Cluster {
  url: string
  /** As if its machine had failed: no connection is ended, it recovers from what it has written. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/** A PostgreSQL of its own in a temporary directory, from the binaries of this machine. */
export async function startCluster(): Promise<Cluster> {
  const bin = await findBinaries()
  const dir = await mkdtemp(join(tmpdir(), 'errand-postgres-'))
  const user = await ordinaryUser(dir)
  const data = join(dir, 'data')
  await run(
    join(bin, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'errand',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-sync',
    ],
    user,
  )
  const port = await freePort()
  const start = async () => {
    const started = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, ...settings],
      { ...user, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await isReady(started)
    return started
  }
  // SIGQUIT is PostgreSQL's immediate shutdown.
  const quit = async (running: ChildProcess) => {
    running.kill('SIGQUIT')
    await once(running, 'exit')
  }
  let server = await start()
  return {
    url: `postgres://errand@127.0.0.1:${port}/postgres`,
    crash: async () => {
      await quit(server)
      server = await start()
    },
    stop: async () => {
      await quit(server)
      await rm(dir, { recursive: true })
    },
  }
}

/** The folder of PostgreSQL's programs; empty where they are on the PATH. */
async function findBinaries(): Promise<string> {
  const versions = await readdir(installed).catch(() => [])
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1)
  return newest === undefined ? '' : join(installed, newest, 'bin')
}

/** PostgreSQL refuses to run as root; Debian's package brings a user along for it. */
async function ordinaryUser(dir: string): Promise<{ uid?: number; gid?: number; cwd: string }> {
  if (process.getuid?.() !== 0) return { cwd: dir }
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres')
  await chown(dir, uid, gid)
  return { uid, gid, cwd: dir }
}

async function isReady(server: ChildProcess): Promise<void> {
  let output = ''
  for await (const chunk of server.stderr ?? []) {
    output += String(chunk)
    if (output.includes('ready to accept connections')) {
      // Read on, or a full pipe stops the server.
      server.stderr?.resume()
      return
    }
  }
  throw new Error(`PostgreSQL did not start: ${output}`)
}
