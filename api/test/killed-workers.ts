import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { assistantRuns } from '../src/database/schema.ts'
import { openShop, runsOf, saidIn } from './assistant-api.ts'
import { receive, readChat } from './chat-api.ts'
import { handOver } from './hand-over.ts'
import { useTestApi } from './test-api.ts'
import { startWorker, type TestWorker } from './test-worker.ts'

interface Killed {
  /** States of a run or steps of a sending. */
  states: string[]
  /**
   * For how long a run is its worker's: the next one then finds by itself what was left. Otherwise
   * it is handed over at once.
   */
  leaseMs?: number
}

/** Tests that a worker is killed at each of these states. */
export function testKilledWorkers({ states, leaseMs }: Killed): void {
  const api = useTestApi()
  const workers: TestWorker[] = []
  let shop: Awaited<ReturnType<typeof openShop>>
  let contacts = 0

  function work(environment: NodeJS.ProcessEnv = {}): TestWorker {
    const lease = leaseMs === undefined ? {} : { LEASE_MS: String(leaseMs) }
    const worker = startWorker({ ...api.environment, ...lease, ...environment })
    workers.push(worker)
    return worker
  }

  async function killAll(): Promise<void> {
    for (const { process, exited } of workers.splice(0)) {
      process.kill('SIGKILL')
      await exited
    }
  }

  beforeAll(async () => {
    shop = await openShop(api)
  })
  afterEach(killAll)
  afterAll(killAll)

  /** The answer has arrived, and nothing is left to do. */
  async function finished(sessionId: string, text: string): Promise<void> {
    await vi.waitFor(
      async () => {
        expect(await saidIn(api, sessionId)).toEqual([`You wrote ${text}.`])
        const { items, session } = await readChat(shop.owner, sessionId)
        // Whether it arrived is known only to the worker that was killed then.
        expect(['sent', 'delivered']).toContain(items.at(-1).status)
        expect(session.run).toBe('idle')
      },
      { timeout: 120_000, interval: 50 },
    )
  }

  test.each(states)(
    'a worker that is killed at %s leaves the answer to the next one, who gives it once',
    async (dieAt) => {
      contacts += 1
      const from = `+9198000200${String(contacts).padStart(2, '0')}`
      const { session } = await receive(shop.owner, { text: dieAt, from })
      const doomed = work({ DIE_AT: dieAt })
      await doomed.exited
      if (leaseMs === undefined) await handOver(api)
      const survivor = work()
      await finished(session.id, dieAt)

      const runs = await runsOf(api, session.id)
      expect(runs.map(({ state }) => state)).toEqual(['done'])
      const references = [...doomed.sent, ...survivor.sent]
      expect(new Set(references).size).toBe(1)
      // Only where nobody can know whether it got through it is tried once more, under the same name.
      expect(references).toHaveLength(dieAt === 'after sending' ? 2 : 1)
      // The next one dies at a state of its own.
      await api.database.queries.delete(assistantRuns)
    },
    240_000,
  )
}
