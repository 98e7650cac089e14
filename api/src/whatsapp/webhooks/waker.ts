import { setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { Database } from '../../database/database.ts'
import type { Queue } from '../../queue/queue.ts'

/** Nobody notices that; a burst has many messages in it. */
const shortMs = 50

/**
 * Has a worker come to an owner's webhooks, after they are stored: not in their transaction, since a
 * task that is there already may have looked before that was committed. Of many in a short while
 * only the first and the last ask the queue. What a crash leaves asleep is found by the upkeep.
 */
export function createWaker(
  { database, queue }: { database: Database; queue: Queue },
  log: Logger,
): (ownerId: string) => void {
  const waking = new Map<string, { isAgain: boolean }>()

  const wake = async (ownerId: string): Promise<void> => {
    const task = { ownerId }
    await queue.add(database.queries, 'webhook.apply', task, { singletonKey: ownerId })
    await delay(shortMs, undefined, { ref: false })
    const state = waking.get(ownerId)
    if (state?.isAgain !== true) return
    state.isAgain = false
    await wake(ownerId)
  }

  return (ownerId) => {
    const state = waking.get(ownerId)
    if (state !== undefined) {
      state.isAgain = true
      return
    }
    waking.set(ownerId, { isAgain: false })
    wake(ownerId)
      .catch((err: unknown) => log.warn({ err }, 'webhooks wait for the next look at them'))
      .finally(() => waking.delete(ownerId))
  }
}
