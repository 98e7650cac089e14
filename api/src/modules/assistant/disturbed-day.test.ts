import { startTestServer } from '@errand/database/testing'
import { asc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { handOver, openBeside } from '../../../test/hand-over.ts'
import type { Person } from '../../../test/test-api.ts'
import { kill, personAt, startServer } from '../../../test/test-server.ts'
import { startWorker, type TestWorker } from '../../../test/test-worker.ts'
import { project } from '../../../test/tokens.ts'
import type { Database } from '../../platform/database/database.ts'
import { definition } from '../../platform/database/definition.ts'
import {
  assistantRuns,
  chatSessions,
  contacts,
  ledgerEntries,
  messages,
  users,
} from '../../platform/database/schema.ts'

const people = 8

test('killed workers and a failing database end like an undisturbed run, with each reply sent once', async () => {
  const { postgres, environment, database, queue, server } = await startProduct()
  const [disturbed, quiet] = [personAt(server, 1), personAt(server, 2)]
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
  // Connections that broke with the database are noticed one after the other.
  const leaveToOthers = () => vi.waitFor(() => handOver({ database, queue }))

  for (const dieAt of ['asked', 'before sending', 'after sending']) {
    await writeNext(2)
    await work({ DIE_AT: dieAt }).exited
    await leaveToOthers()
  }
  await writeNext(1)
  const worker = work({ HANG_AT: '1' })
  await worker.waitFor((sent) => sent.length === 1)
  await postgres.crash()
  await endWorker(worker)
  await leaveToOthers()
  await writeNext(people)
  work()
  const after = await untilAnswered(database, disturbed.uid)
  const sent = workers.flatMap((one) => one.sent)
  // Each answer has one name, by which the provider tells tries apart. Only the two of which nobody
  // can know whether they got through are tried again, under the same name.
  expect(new Set(sent).size).toBeLessThanOrEqual(people)
  expect(sent.length).toBeLessThanOrEqual(people + 2)
  expect(sent.length).toBeGreaterThan(0)

  for (let person = 1; person <= people; person += 1) await write(quiet, person)
  const wanted = await untilAnswered(database, quiet.uid)
  expect(after).toEqual(wanted)
  const answers = wanted.chats.map(({ name, said }) => `${name} ${said.at(-1)?.text}`)
  for (let n = 1; n <= people; n += 1) {
    expect(answers).toContain(`P${n} You wrote ${n}a ${n}b ${n}c.`)
  }
}, 200_000)

/** Ends it as if the power had gone. */
async function endWorker({ process, exited }: TestWorker): Promise<void> {
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
  const { database, queue } = await openBeside(databaseUrl)
  return { postgres, environment, database, queue, server }
}

/** An owner whose assistant waits a moment for those who write several lines. */
async function openShop(owner: Person): Promise<void> {
  await owner.signUp()
  const settings = { assistant: { debounceSeconds: 2 } }
  await owner.call('PUT', '/api/auth/settings', { body: { settings } })
  const body = { name: 'Salon', instructions: 'Help.', answerOnly: true, status: 'active' }
  expect((await owner.call('POST', '/api/jobs', { body })).status).toBe(201)
}

/** Three lines of somebody, each given twice, as providers do; what was not taken is given again. */
async function write(owner: Person, person: number): Promise<void> {
  for (const line of ['a', 'a', 'b', 'c', 'b', 'c']) {
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

/** Everything that matters of an owner's account, without ids and moments. */
async function readAccountState({ queries }: Database, uid: string) {
  const [owner] = await queries.select().from(users).where(eq(users.uid, uid))
  const ownerId = owner?.id ?? ''
  const chats = await queries
    .select({ session: chatSessions, name: contacts.name })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(eq(chatSessions.ownerId, ownerId))
    .orderBy(asc(contacts.name))
  const lines = await queries
    .select()
    .from(messages)
    .where(eq(messages.ownerId, ownerId))
    .orderBy(asc(messages.seq))
  const runs = await queries.select().from(assistantRuns).where(eq(assistantRuns.ownerId, ownerId))
  const ledger = await queries
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.ownerId, ownerId))
  return {
    chats: chats.map(({ session, name }) => ({
      name,
      run: session.run,
      ...pick(session, [
        'status',
        'handler',
        'run',
        'unreadCount',
        'messageCount',
        'billedMessages',
      ]),
      said: lines
        .filter(({ sessionId }) => sessionId === session.id)
        // Whether it has arrived is known only to the worker that was killed then.
        .map(({ author, text, status, attempts }) => ({
          author,
          text,
          attempts,
          status: status === 'sent' ? 'delivered' : status,
        })),
      runs: runs
        .filter(({ sessionId }) => sessionId === session.id)
        .map((run) => pick(run, ['state', 'stopReason', 'seqFrom', 'seqTo'])),
    })),
    ledger: ledger.map(({ kind }) => kind).toSorted(),
  }
}

const pick = <T extends object, K extends keyof T>(from: T, keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))
