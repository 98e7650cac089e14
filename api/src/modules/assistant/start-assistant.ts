import { setTimeout as delay } from 'node:timers/promises'

import { runAs } from '../../platform/watchdog/watchdog.ts'
import { listNextRuns, postponeRun } from '../chats/runs.ts'
import { runTurn, defaultTimings, type TurnDeps, type Timings } from './run-turn.ts'
import { runsChannel } from './schedule-run.ts'

/** How many runs one process answers at the same time. */
const maxConcurrentRuns = 16
/** The longest time between two looks, because the listening connection may be dead without an error. */
const maxSleepMs = 60_000
/** How long a failed run is deferred, as it would probably fail again at once. */
const retryAfterFailureMs = 5_000

/** A worker that answers contacts. */
export interface Assistant {
  /** Starts no new runs; resolves when the running ones are done. */
  stop: () => Promise<void>
}

type AssistantOptions = Omit<TurnDeps, 'timings'> & { timings?: Partial<Timings> }

/**
 * Starts answering contacts. Due runs are read from their own table, because the task queue may find a
 * delayed task up to a second late.
 */
export async function startAssistant({
  timings,
  ...services
}: AssistantOptions): Promise<Assistant> {
  const deps: TurnDeps = { ...services, timings: { ...defaultTimings, ...timings } }
  const { database, log } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  const alarm = createAlarm()
  await database.listen(runsChannel, alarm.ring)
  const ended = watch()
  return {
    stop: async () => {
      stopping.abort()
      alarm.ring()
      await ended
      await Promise.all(running.values())
    },
  }

  async function watch(): Promise<void> {
    let hasFailed = false
    while (!signal.aborted) {
      const waitForRing = alarm.next()
      let sleepMs = maxSleepMs
      try {
        sleepMs = await startDueRuns()
        hasFailed = false
      } catch (err) {
        // Logged once for a series of failures: the database may be unavailable for a while.
        if (!hasFailed) log.warn({ err }, 'looking for chats to answer failed')
        hasFailed = true
        sleepMs = 500
      }
      await waitForRing(sleepMs)
    }
  }

  /** Starts the runs that are due; returns the time until the next one. */
  async function startDueRuns(): Promise<number> {
    const now = new Date()
    const room = maxConcurrentRuns - running.size
    // Each run that ends rings the alarm.
    if (room <= 0) return maxSleepMs
    const next = await listNextRuns(database.queries, maxConcurrentRuns + room)
    const due = next.filter(({ wakeAt }) => wakeAt <= now)
    const fresh = due.filter(({ id }) => !running.has(id)).slice(0, room)
    for (const run of fresh) running.set(run.id, answer(run))
    // If all of them are due already, the next run that ends triggers another look.
    const later = next.find(({ wakeAt }) => wakeAt > now)
    return later === undefined ? maxSleepMs : later.wakeAt.getTime() - now.getTime()
  }

  async function answer(run: { id: string; ownerId: string; sessionId: string }): Promise<void> {
    try {
      await runAs(
        () => ({ name: 'answering a chat', taskId: run.id }),
        () => runTurn(deps, run),
      )
    } catch (err) {
      log.warn({ err, runId: run.id }, 'a chat could not be answered')
      await postpone(run.id)
    } finally {
      running.delete(run.id)
      alarm.ring()
    }
  }

  /** Defers a run that failed before it was claimed, as it is still due. */
  async function postpone(runId: string): Promise<void> {
    const ms = Math.min(retryAfterFailureMs, deps.timings.leaseMs)
    try {
      await postponeRun(database.queries, runId, new Date(Date.now() + ms))
    } catch {
      await delay(ms, undefined, { signal }).catch(() => {})
    }
  }
}

/** Wakes the loop; a ring while it is awake ends the next sleep at once. */
function createAlarm() {
  let bell = Promise.withResolvers<void>()
  return {
    ring: () => bell.resolve(),
    /** Counts rings from now on; the returned function sleeps until there was one, or for the given time. */
    next: () => {
      bell = Promise.withResolvers<void>()
      const { promise, resolve } = bell
      return async (ms: number) => {
        const timer = setTimeout(resolve, Math.min(Math.max(0, ms), maxSleepMs))
        await promise
        clearTimeout(timer)
      }
    },
  }
}
