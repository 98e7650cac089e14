import { openDatabase } from '@errand/database'
import { startTestServer } from '@errand/database/testing'
import { expect, onTestFinished, vi } from 'vitest'

import type { Database } from '../src/database/database.ts'
import { definition } from '../src/database/definition.ts'
import { createLog } from '../src/log/create-log.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { readAccountState } from './account-state.ts'
import { handOver } from './hand-over.ts'
import { createPerson, type Person } from './test-api.ts'
import { kill, startServer } from './test-server.ts'
import { startWorker, type TestWorker } from './test-worker.ts'
import { project } from './tokens.ts'

/** A day on which workers are killed and the database fails. */
export interface Day {
  /** The next of the people write. */
  writeNext: (count: number) => Promise<void>
  /** A worker that is not killed unless the disturbance does it. */
  work: (environment?: NodeJS.ProcessEnv) => TestWorker
  /** What killed workers leave is another's. */
  handOver: () => Promise<void>
  crash: () => Promise<void>
}

/** Checks that a disturbed day leaves the same behind as a quiet one, and each answer once. */
export async function expectQuietDay(
  people: number,
  disturb: (day: Day) => Promise<void>,
): Promise<void> {
  const { postgres, environment, database, queue, personAt } = await startProduct()
  const [disturbed, quiet] = [personAt(1), personAt(2)]
  await Promise.all([openShop(disturbed), openShop(quiet)])
  const workers: TestWorker[] = []
  const work = (more: NodeJS.ProcessEnv = {}): TestWorker => {
    const worker = startWorker({ ...environment, ...more })
    onTestFinished(() => endWorker(worker))
    workers.push(worker)
    return worker
  }

  const waiting = Array.from({ length: people }, (_, index) => index + 1)
  const writeNext = async (count: number) => {
    for (const person of waiting.splice(0, count)) await write(disturbed, person)
  }
  await disturb({
    writeNext,
    work,
    // Connections that broke with the database are noticed one after the other.
    handOver: () => vi.waitFor(() => handOver({ database, queue })),
    crash: postgres.crash,
  })
  await writeNext(people)
  work()
  const after = await untilAnswered(database, disturbed.uid)
  const sent = workers.flatMap((worker) => worker.sent)
  // Each answer had one name, by which the provider tells tries apart; what a worker did just before
  // its end may be unknown to the test.
  expect(new Set(sent).size).toBeLessThanOrEqual(people)
  expect(sent.length).toBeGreaterThan(0)

  for (let person = 1; person <= people; person += 1) await write(quiet, person)
  const wanted = await untilAnswered(database, quiet.uid)
  expect(after).toEqual(wanted)
  const answers = wanted.chats.map(({ name, said }) => `${name} ${said.at(-1)?.text}`)
  for (let n = 1; n <= people; n += 1) {
    expect(answers).toContain(`P${n} You wrote ${n}a ${n}b ${n}c.`)
  }
}

/** Ends it as if the power had gone. */
export async function endWorker({ process, exited }: TestWorker): Promise<void> {
  process.kill('SIGKILL')
  await exited
}

async function startProduct() {
  const postgres = await startTestServer()
  onTestFinished(postgres.stop)
  const databaseUrl = postgres.url('errand')
  const environment = {
    [definition.urlSetting]: databaseUrl,
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_ADDRESS: '0',
    TRIAL_MESSAGES: '500',
  }
  const server = await startServer({ ...environment, WORKER: 'off' })
  onTestFinished(() => kill(server))
  const quiet = { databaseUrl, dataDir: '', onIdleError: () => {} }
  const database: Database = await openDatabase(definition, quiet)
  onTestFinished(() => database.close())
  const queue = await openQueue(database, createLog('silent'))
  onTestFinished(() => queue.stop())
  const personAt = (number: number) =>
    createPerson(number, (path, init) => fetch(`${server.url}${path}`, init))
  return { postgres, environment, database, queue, personAt }
}

/** An owner whose assistant waits a moment for those who write several lines. */
async function openShop(owner: Person): Promise<void> {
  await owner.signUp()
  const settings = { assistant: { debounceSeconds: 2 } }
  await owner.call('PUT', '/api/auth/settings', { body: { settings } })
  const body = { name: 'Salon', instructions: 'Help.', answerOnly: true, status: 'active' }
  expect((await owner.call('POST', '/api/jobs', { body })).status).toBe(201)
}

/** Three lines of somebody; what was not taken is given again, as providers do. */
async function write(owner: Person, person: number): Promise<void> {
  for (const line of ['a', 'b', 'c']) {
    const from = `+9198000300${String(person).padStart(2, '0')}`
    const providerId = `in.${owner.uid}.${person}.${line}`
    const body = { from, name: `P${person}`, text: `${person}${line}`, providerId }
    await vi.waitFor(
      async () => {
        const { status } = await owner.call('POST', '/api/dev/simulate/inbound', { body })
        expect(status).toBe(201)
      },
      { interval: 200 },
    )
  }
}

function untilAnswered(database: Database, uid: string) {
  return vi.waitFor(
    async () => {
      const state = await readAccountState(database, uid)
      const open = state.chats.filter(({ said, run }) => said.length !== 4 || run !== 'idle')
      expect(open).toEqual([])
      expect(
        state.chats.flatMap(({ said }) => said).filter(({ status }) => status === 'queued'),
      ).toEqual([])
      return state
    },
    { timeout: 120_000, interval: 500 },
  )
}
