import { setTimeout as delay } from 'node:timers/promises'

import type { Timings } from '../assistant/run-turn.ts'
import { startAssistant } from '../assistant/start-assistant.ts'
import type { Services } from '../services.ts'
import {
  keepChatsGoing,
  reconcilePayments,
  settleSends,
  sweepHourly,
  wakeWebhooks,
} from '../upkeep/upkeep.ts'
import type { BossQueue } from './boss-queue.ts'
import { createTaskHandlers, type TaskServices } from './task-handlers.ts'

/** A process that works behind the requests. */
export interface Work {
  /** Takes nothing new; resolves when what runs is done, or `graceMs` later. */
  stop: (graceMs: number) => Promise<void>
}

interface Timed {
  /** How long the assistant's steps may take, where that differs from the usual. */
  timings?: Partial<Timings>
}

/** Takes tasks from the queue, and does what is due by itself. */
export async function startWork(
  services: TaskServices & Pick<Services, 'queue' | 'log' | 'ai'> & Timed,
  queue: BossQueue,
): Promise<Work> {
  const { database, log } = services
  await queue.work(createTaskHandlers(services))
  const { meter } = services.billing
  const assistant = await startAssistant({ ...services, meter })
  const upkeep = [
    sweepHourly(database, log),
    keepChatsGoing(database, log),
    settleSends(services, queue.boss),
    wakeWebhooks(services),
    reconcilePayments(services),
  ]
  return {
    stop: async (graceMs) => {
      const ended = Promise.all([
        queue.rest(),
        assistant.stop(),
        ...upkeep.map((repeated) => repeated.stop()),
      ])
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })])
    },
  }
}
