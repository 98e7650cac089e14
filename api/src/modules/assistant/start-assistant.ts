import { setTimeout as delay } from 'node:timers/promises'

import { runsChannel } from './schedule-run.ts'
import { runTurn, defaultTimings, type TurnDeps, type Timings } from './run-turn.ts'
import { listNextRuns, postponeRun } from '../chats/runs.ts'

/** As many answers as one process thinks of at once. */
const maxConcurrentRuns = 16
/** After this time it looks although nobody has called: a connection may be dead without an end. */
const maxSleepMs = 60_000
/** A chat that could not be answered is not looked at before: it would fail again, over and over. */
const retryAfterFailureMs = 5_000

/** A worker that answers contacts. */
export interface Assistant {
  /** Begins nothing new; resolves when what runs is done. */
  stop: () => Promise<void>
}

type AssistantOptions = Omit<TurnDeps, 'timings'> & { timings?: Partial<Timings> }

/**
 * Answers contacts from now on. What has to be done stands in the table of runs, with the moment at
 * which it is due; the queue would find a task for a moment up to a second late.
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
        // Once for a row of failures: the database may be away for a while.
        if (!hasFailed) log.warn({ err }, 'looking for chats to answer failed')
        hasFailed = true
        sleepMs = 500
      }
      await waitForRing(sleepMs)
    }
  }

  /** Begins what is due; answers for how long there is nothing more to do. */
  async function startDueRuns(): Promise<number> {
    const now = new Date()
    const room = maxConcurrentRuns - running.size
    // Whatever ends rings.
    if (room <= 0) return maxSleepMs
    const next = await listNextRuns(database.queries, maxConcurrentRuns + room)
    const due = next.filter(({ wakeAt }) => wakeAt <= now)
    const fresh = due.filter(({ id }) => !running.has(id)).slice(0, room)
    for (const run of fresh) running.set(run.id, answer(run))
    // Where all of them are due already, whoever ends looks for the next.
    const later = next.find(({ wakeAt }) => wakeAt > now)
    return later === undefined ? maxSleepMs : later.wakeAt.getTime() - now.getTime()
  }

  async function answer(run: { id: string; ownerId: string; sessionId: string }): Promise<void> {
    try {
      await runTurn(deps, run)
    } catch (err) {
      log.warn({ err, runId: run.id }, 'a chat could not be answered')
      await postpone(run.id)
    } finally {
      running.delete(run.id)
      alarm.ring()
    }
  }

  /** What failed before it had a lease is still due. */
  async function postpone(runId: string): Promise<void> {
    const ms = Math.min(retryAfterFailureMs, deps.timings.leaseMs)
    try {
      await postponeRun(database.queries, runId, new Date(Date.now() + ms))
    } catch {
      await delay(ms, undefined, { signal }).catch(() => {})
    }
  }
}

/** Wakes whoever sleeps; who rings while nobody sleeps is heard before the next sleep. */
function createAlarm() {
  let bell = Promise.withResolvers<void>()
  return {
    ring: () => bell.resolve(),
    /** From now on a ring is heard; then sleeps until there was one, or for so long. */
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
