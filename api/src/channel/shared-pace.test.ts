import { afterAll, expect, test, vi } from 'vitest'

import { receive, sendReply } from '../../test/chat-api.ts'
import { gapsOf } from '../../test/paces.ts'
import { useTestApi } from '../../test/test-api.ts'
import { startWorker, type TestWorker } from '../../test/test-worker.ts'

const api = useTestApi()
const pairMs = 2_000
const contacts = 4
const each = 3

const workers: TestWorker[] = []
afterAll(async () => {
  for (const { process, exited } of workers) {
    process.kill('SIGKILL')
    await exited
  }
})

/** What both have sent, by the message's id in the reference, and when the next one might be. */
const given = () =>
  workers
    .flatMap(({ sent, freeAt }) =>
      sent.map((reference, index) => ({
        id: reference.split('.')[0] ?? '',
        freeAt: freeAt[index] ?? 0,
      })),
    )
    .toSorted((one, next) => one.freeAt - next.freeAt)

test('two processes keep to the pace of one person together, and send each message once', async () => {
  const owner = await api.newOwner()
  const messagesOf: string[][] = []
  for (let index = 0; index < contacts; index += 1) {
    const { session } = await receive(owner, {
      from: `+9198000003${String(index).padStart(2, '0')}`,
    })
    const ids: string[] = []
    for (let count = 0; count < each; count += 1) {
      const { body } = await sendReply(owner, session.id, `Text ${count}`)
      ids.push(body.message.id)
    }
    messagesOf.push(ids)
  }
  // Begun when all of it waits, so that both reach for the same chats.
  for (let count = 0; count < 2; count += 1) {
    workers.push(startWorker({ ...api.environment, PAIR_MS: String(pairMs), HANG_AT: '1' }))
  }
  // Each keeps its first message until both have one: else the one that is up first sends them all.
  await Promise.all(workers.map((worker) => worker.waitFor((sent) => sent.length > 0)))
  for (const worker of workers) worker.process.send('go on')

  await vi.waitFor(() => expect(given().length).toBeGreaterThanOrEqual(contacts * each), {
    timeout: 90_000,
    interval: 100,
  })

  expect(new Set(given().map(({ id }) => id)).size).toBe(given().length)
  for (const { sent } of workers) expect(sent).not.toEqual([])
  for (const ids of messagesOf) {
    const times = given().filter(({ id }) => ids.includes(id))
    expect(times.map(({ id }) => id)).toEqual(ids)
    for (const gap of gapsOf(times.map(({ freeAt }) => freeAt)))
      expect(gap).toBeGreaterThanOrEqual(pairMs)
  }
}, 210_000)
