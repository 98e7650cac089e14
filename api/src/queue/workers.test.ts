import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readChat, receive, sendReply } from '../../test/chat-api.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import { createPerson, type Person } from '../../test/test-api.ts'
import { kill, startServer, type TestServer } from '../../test/test-server.ts'
import { startWorker, type TestWorker } from '../../test/test-worker.ts'
import { project } from '../../test/tokens.ts'

let storage: Storage
let server: TestServer | undefined
const workers: TestWorker[] = []

beforeEach(async () => {
  storage = await makeStorage()
})

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.process.kill('SIGKILL')
    await worker.exited
  }
  if (server !== undefined) await kill(server)
  await storage.remove()
})

/** Requests alone, before and after the workers. */
async function withServer<T>(work: (person: Person) => Promise<T>): Promise<T> {
  server = await startServer({
    ...storage.environment,
    WORKER: 'off',
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
  })
  const { url, exited, process } = server
  const done = await work(createPerson(1, (path, init) => fetch(`${url}${path}`, init)))
  process.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  return done
}

function begin(environment: NodeJS.ProcessEnv = {}): TestWorker {
  const started = startWorker({ ...storage.environment, ...environment })
  workers.push(started)
  return started
}

/** Chats with an answer each that waits to be sent. */
function writeAnswers(count: number): Promise<string[]> {
  return withServer(async (person) => {
    await person.signUp()
    const chats: string[] = []
    for (let index = 0; index < count; index += 1) {
      const from = `+9198000000${String(index).padStart(2, '0')}`
      const { session } = await receive(person, { from })
      const answer = await sendReply(person, session.id, 'Yes')
      expect(answer.body.message.status).toBe('queued')
      chats.push(session.id)
    }
    return chats
  })
}

/**
 * As if the killed one had been silent for an hour. That the next one looks for such work by itself,
 * and finds it, is left to the product; only the wait before the next try is left out.
 */
async function ageSilence(): Promise<void> {
  const database = await storage.open()
  await database.queries.execute(sql`
    update pgboss.job
    set heartbeat_on = now() - interval '1 hour', retry_delay = 0, retry_backoff = false
    where state = 'active'`)
  await database.close()
}

/** The answer in each chat: where it stands, how often it was tried, and what the chat has cost. */
function readAnswers(chats: string[]) {
  return withServer((person) =>
    Promise.all(
      chats.map(async (chat) => {
        const { items, session } = await readChat(person, chat)
        const { status, attempts } = items.find(
          ({ author }: { author: string }) => author === 'owner',
        )
        return { status, attempts, paid: session.cost.messages }
      }),
    ),
  )
}

test('what a killed worker was doing is done by the next one, once in effect', async () => {
  const chats = await writeAnswers(8)

  const killed = begin({ HANG_AT: '4' })
  await killed.waitFor((sent) => sent.length === 4)
  killed.process.kill('SIGKILL')
  await killed.exited
  const interrupted = killed.sent[3] ?? ''
  await ageSilence()
  const next = begin()
  // The interrupted one comes again under the same reference, by which its provider knows it.
  await next.waitFor((sent) => sent.length === 5 && sent.includes(interrupted))
  next.process.kill('SIGTERM')
  expect(await next.exited).toEqual([0, null])

  expect(new Set([...killed.sent, ...next.sent]).size).toBe(8)
  expect(await readAnswers(chats)).toEqual(
    chats.map(() => ({ status: 'delivered', attempts: 1, paid: 1 })),
  )
})

test('a worker that is told to stop ends what it does and begins nothing', async () => {
  const chats = await writeAnswers(3)

  const stopped = begin({ HANG_AT: '1' })
  await stopped.waitFor((sent) => sent.length === 1)
  stopped.process.kill('SIGTERM')
  await stopped.stopping
  stopped.process.send('go on')
  expect(await stopped.exited).toEqual([0, null])

  expect(stopped.sent).toHaveLength(1)
  const statuses = (await readAnswers(chats)).map(({ status }) => String(status))
  expect(statuses.filter((status) => status === 'delivered')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'queued')).toHaveLength(2)
})
