import { and, inArray, isNull } from 'drizzle-orm'

import type { Database } from '../database/database.ts'
import { users } from '../database/schema.ts'
import { eventsChannel } from './events.repo.ts'

interface Waiter {
  ownerId: string
  after: number
  wake: () => void
}

/** Tells who waits for an owner's events that there are some, whichever process made them. */
export interface EventFeed {
  /** Resolves once the owner has an event after that one, or the signal is given. */
  waitFor: (ownerId: string, after: number, signal: AbortSignal) => Promise<void>
}

/** Listens to the database until it is closed. */
export async function openEventFeed(
  database: Database,
  onError: (error: unknown) => void,
): Promise<EventFeed> {
  const waiters = new Set<Waiter>()
  let round: Promise<void> | undefined
  let isBehind = false

  /** One question for everybody who waits, and one more for what was told while it was answered. */
  async function wakeThoseBehind(): Promise<void> {
    do {
      isBehind = false
      const owners = [...new Set([...waiters].map(({ ownerId }) => ownerId))]
      if (owners.length === 0) return
      const rows = await database.queries
        .select({ id: users.id, seq: users.eventSeq })
        .from(users)
        .where(and(inArray(users.id, owners), isNull(users.deletedAt)))
      const latest = new Map(rows.map(({ id, seq }) => [id, seq]))
      // Who is gone is woken too: their stream has to end.
      for (const waiter of waiters)
        if ((latest.get(waiter.ownerId) ?? Infinity) > waiter.after) waiter.wake()
    } while (isBehind)
  }

  function look(): void {
    isBehind = true
    round ??= wakeThoseBehind()
      .catch(onError)
      .finally(() => (round = undefined))
  }

  await database.listen(eventsChannel, look)
  return {
    waitFor(ownerId, after, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter = { ownerId, after, wake: resolve }
      waiters.add(waiter)
      signal.addEventListener('abort', () => resolve(), { once: true })
      // What happened between the caller's last look and now.
      look()
      return promise.finally(() => waiters.delete(waiter))
    },
  }
}
