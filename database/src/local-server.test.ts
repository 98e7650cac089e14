import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { temporaryFolder } from '../testing/server.ts'
import {
  findLocalUrl,
  isLocalServerReady,
  prepareLocalServer,
  type LocalServer,
} from './local-server.ts'
import { findPrograms } from './server-programs.ts'
import { serverUser } from './server-user.ts'

let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder('errand-local-')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function query(sql: string, url = findLocalUrl(dataDir, 'errand')) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

async function prepare(): Promise<LocalServer> {
  const server = await prepareLocalServer(dataDir)
  if (server === undefined) throw new Error('Another process runs it')
  return server
}

test('a server has two databases, behind a password that its files keep to their user', async () => {
  const server = await prepare()
  const running = server.start('ignore')
  await running.ready

  expect(await query('select datname from pg_database where not datistemplate order by 1')).toEqual(
    ['errand', 'postgres', 'registry'].map((datname) => ({ datname })),
  )
  expect(await query('show fsync')).toEqual([{ fsync: 'on' }])
  const stranger = new URL(server.url('errand'))
  stranger.password = 'guessed'
  await expect(query('select 1', stranger.href)).rejects.toMatchObject({ code: '28P01' })
  const modes = ['postgres', 'postgres/data', 'postgres/password'].map(
    (path) => statSync(join(dataDir, path)).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o700, 0o600])
  await expect(prepareLocalServer(dataDir)).resolves.toBeUndefined()

  await running.stop()
  server.release()
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})

// oxlint-disable-next-line vitest/no-conditional-tests -- root alone starts processes of other users
if (process.getuid?.() === 0) {
  test('a server that root starts is of a user of its own, also where an earlier version ran as nobody', async () => {
    const file = (path: string) => join(dataDir, 'postgres', path)
    const asNobody = { uid: 65_534, gid: 65_534 }
    const canRead = (path: string) => {
      try {
        return execFileSync('cat', [file(path)], { ...asNobody, stdio: 'pipe' }).length > 0
      } catch {
        return false
      }
    }
    const made = await prepare()
    const first = made.start('ignore')
    await first.ready
    const password = readFileSync(file('password'), 'utf8')
    await query('create table kept ()')
    expect(['password', 'data/PG_VERSION'].filter(canRead)).toEqual([])
    await first.stop()
    made.release()

    execFileSync('chown', ['-R', '65534:65534', realpathSync(file(''))])
    expect(canRead('password')).toBe(true)
    // It went on when its process was killed.
    const args = ['-D', file('data'), '-p', '55432', '-c', 'unix_socket_directories=']
    const programs = await findPrograms(asNobody)
    const left = spawn(join(programs, 'postgres'), args, { ...asNobody, stdio: 'ignore' })
    const isReady = () => isLocalServerReady(dataDir)
    await vi.waitFor(async () => expect(await isReady()).toBe(true))

    const server = await prepare()
    const running = server.start('ignore')
    await running.ready
    expect(left.exitCode).toBe(0)
    expect(readFileSync(file('password'), 'utf8')).not.toBe(password)
    expect(['password', 'data/PG_VERSION'].filter(canRead)).toEqual([])
    expect(await query('select * from kept')).toEqual([])
    await running.stop()
    server.release()
  })
}

/** Runs the server in a process of its own, which sends a message when it is ready. */
async function runElsewhere(more = '', ...flags: string[]) {
  const file = join(import.meta.dirname, 'local-server.ts')
  const script = `const { prepareLocalServer } = await import(${JSON.stringify(file)})
    const { ready } = (await prepareLocalServer(${JSON.stringify(dataDir)})).start('ignore')
    await ready
    ${more}
    process.send('ready')`
  const args = [...flags, '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (said !== 'ready') throw new Error(`The server did not start: code ${String(said)}`)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const startedAt = 'select pg_postmaster_start_time()::text as time'

test('a server whose process was killed goes on, with whoever uses it', async () => {
  const first = await runElsewhere()
  const user = new Client({ connectionString: findLocalUrl(dataDir, 'errand') })
  await user.connect()
  const { rows } = await user.query(startedAt)
  await first.kill()

  const server = await prepare()
  const running = server.start('ignore')
  await running.ready
  expect(await query(startedAt, server.url('errand'))).toEqual(rows)
  expect(await user.query(startedAt)).toMatchObject({ rows })

  await user.end()
  await running.stop()
  server.release()
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})

test('a server stays with its process when garbage is collected', async () => {
  // The lock is an object that nothing of the process refers to.
  const collect = `for (let round = 0; round < 5; round += 1) {
      gc()
      await new Promise((resolve) => setImmediate(resolve))
    }`
  const first = await runElsewhere(collect, '--expose-gc')

  await expect(prepareLocalServer(dataDir)).resolves.toBeUndefined()

  await first.kill()
  const server = await prepare()
  await server.start('ignore').stop()
  server.release()
})

test('what a lost machine left behind does not matter', async () => {
  const startOnce = async () => {
    const server = await prepare()
    const running = server.start('ignore')
    await running.ready
    const rows = await query('select 7 as number')
    await running.stop()
    server.release()
    return rows
  }
  await startOnce()
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid')
  // As after a restart of the machine: another process of the user has the number.
  const other = spawn('sleep', ['600'], { ...serverUser(join(dataDir, 'postgres')) })
  writeFileSync(pidFile, [other.pid, '/data', 0, 1, '', '127.0.0.1'].join('\n'))

  expect(await startOnce()).toEqual([{ number: 7 }])
  expect(other.exitCode).toBeNull()
  other.kill()

  writeFileSync(pidFile, '')
  expect(await startOnce()).toEqual([{ number: 7 }])
})
