import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { findLocalUrl, prepareLocalServer } from '@errand/database'
import { bareEnvironment, temporaryFolder } from '@errand/database/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log/create-log.ts'
import { openQueue, type BossQueue } from '../platform/queue/boss-queue.ts'
import { countDeadTasks, dropDeadTask, listDeadTasks } from '../platform/queue/dead-tasks.ts'

const cli = fileURLToPath(new URL('queue-cli.ts', import.meta.url))
const run = promisify(execFile)

let storage: Storage
let database: Database
let queue: BossQueue
const log: string[] = []

beforeAll(async () => {
  storage = await makeStorage()
  database = await storage.open()
  queue = await openQueue(database, createLog('warn', { write: (line) => void log.push(line) }))
})

afterAll(async () => {
  await queue.stop()
  await database.close()
  await storage.remove()
})

function command(...args: string[]) {
  return commandWith(storage.environment, args)
}

async function commandWith(environment: NodeJS.ProcessEnv, args: string[]) {
  const env = { ...bareEnvironment, ...environment }
  try {
    const { stdout } = await run(process.execPath, [cli, ...args], { env })
    return { code: 0, output: stdout.trim() }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr.trim() }
  }
}

async function hangUp(): Promise<void> {
  throw new Error('The provider is gone\nat line 1')
}

/** Work that fails for the last time at once. */
async function addDead(messageId: string, fail = hangUp): Promise<void> {
  const before = (await listDeadTasks(queue.boss)).length
  await queue.boss.send('message.send', { messageId, attempt: 1 }, { retryLimit: 0 })
  await queue.work({
    'message.send': fail,
  })
  await vi.waitFor(async () => expect(await listDeadTasks(queue.boss)).toHaveLength(before + 1), {
    interval: 50,
  })
  await queue.drain()
}

test('neither the log nor the list keeps what failed work was about', async () => {
  await addDead('msg_secret', async () => {
    await database.queries.execute(sql`select ${'Asha +919812345678'}::date as day`)
  })
  const [dead] = await listDeadTasks(queue.boss)

  expect(dead?.reason).toContain('Failed query: select')
  expect(log.join('')).toContain('a task failed')
  const outputs = await database.queries.execute(sql`select output::text from pgboss.job`)
  expect(log.join('') + JSON.stringify(outputs)).not.toMatch(/Asha|9812345678/)
  await dropDeadTask(queue.boss, dead?.id ?? '')
})

test('dead work is listed with its reason, and one can try it again or forget it', async () => {
  await addDead('msg_a')
  await addDead('msg_b')
  expect(await countDeadTasks(queue.boss)).toEqual(new Map([['message.send', 2]]))

  const listed = await command('list', '--json')
  const [first, second] = JSON.parse(listed.output)
  expect(first).toMatchObject({
    name: 'message.send',
    data: { messageId: 'msg_a', attempt: 1 },
    retries: 0,
    reason: 'The provider is gone',
  })

  expect(await command('retry', first.id)).toMatchObject({ code: 0 })
  expect(await command('drop', second.id)).toMatchObject({ code: 0 })
  expect(await command('list')).toEqual({ code: 0, output: 'No task is dead.' })
  const done: string[] = []
  await queue.work({ 'message.send': async ({ messageId }) => void done.push(messageId) })
  await vi.waitFor(() => expect(done).toEqual(['msg_a']), { interval: 50 })
})

test.each([
  ['drop', '00000000-0000-0000-0000-000000000001'],
  ['retry', "'; drop table jobs"],
])('%s of %s, which is not there, is one sentence', async (verb, id) => {
  expect(await command(verb, id)).toEqual({ code: 1, output: `There is no dead task ${id}.` })
})

test('without a URL the command finds the local server, or runs it meanwhile', async () => {
  const dataDir = temporaryFolder('errand-queue-')
  const noTask = { code: 0, output: 'No task is dead.' }
  expect(await commandWith({ DATA_DIR: dataDir }, ['list'])).toEqual(noTask)

  const server = await prepareLocalServer(dataDir)
  const running = server?.start('ignore')
  await running?.ready
  expect(await commandWith({ DATA_DIR: dataDir }, ['list'])).toEqual(noTask)

  // It is still there: the command ends only what it has started.
  expect(findLocalUrl(dataDir, 'errand')).toBe(server?.url('errand'))
  await running?.stop()
  server?.release()
  rmSync(dataDir, { recursive: true })
})
