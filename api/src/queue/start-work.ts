import { setTimeout as delay } from 'node:timers/promises'

import type { Services } from '../services.ts'
import { keepChatsGoing, reconcilePayments, settleSends, sweepHourly } from '../upkeep/upkeep.ts'
import type { BossQueue } from './boss-queue.ts'
import { createTaskHandlers, type TaskServices } from './task-handlers.ts'

/** A process that works behind the requests. */
export interface Work {
  /** Takes nothing new; resolves when what runs is done, or `graceMs` later. */
  stop: (graceMs: number) => Promise<void>
}

/** Takes tasks from the queue, and does what is due by itself. */
export async function startWork(
  services: TaskServices & Pick<Services, 'queue' | 'log'>,
  queue: BossQueue,
): Promise<Work> {
  const { database, log } = services
  await queue.work(createTaskHandlers(services))
  const upkeep = [
    sweepHourly(database, log),
    keepChatsGoing(database, log),
    settleSends(services, queue.boss),
    reconcilePayments(services),
  ]
  return {
    stop: async (graceMs) => {
      const ended = Promise.all([queue.rest(), ...upkeep.map((repeated) => repeated.stop())])
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })])
    },
  }
}
