import type { PgBoss } from 'pg-boss'

import { taskNames, type TaskName } from './queue.ts'

/** The queue of dead work: what failed for the last time stays there until somebody looks. */
export const deadQueue = 'dead'

const quarterSeconds = 90 * 24 * 60 * 60

/** How work of any kind is tried: eight times within about half an hour, then it is dead. */
const retries = {
  retryLimit: 8,
  retryDelay: 4,
  retryBackoff: true,
  retryDelayMax: 900,
  // A worker that is gone is noticed by its silence, long before its work has expired.
  heartbeatSeconds: 10,
  // Dead work keeps the time of the queue that it comes from.
  retentionSeconds: quarterSeconds,
}

/**
 * How long a piece of work may take that its worker is still busy with. Longer than any takes: it is
 * begun anew by another worker then, while the first one goes on.
 */
const expirySeconds: Record<TaskName, number> = {
  'message.send': 120,
  'webhook.apply': 10 * 60,
  'receipt.send': 60,
  'media.fetch': 10 * 60,
  'channel.check': 120,
  'templates.fetch': 120,
  // Twenty megabytes of media, to a mail server that takes its time.
  'email.send': 15 * 60,
  'webhook.post': 60,
}

/**
 * Of these kinds one new piece may wait and, as a rule, one be worked on, for each key: what failed
 * and is tried again may run beside another, so their work bears that. Not by the library's
 * policy for that, `stately`: it passes over the keys that were busy when it last counted, which may
 * be a minute ago, and so leaves what waits with them. A queue never changes its policy.
 */
export const oneForEachKey: ReadonlySet<TaskName> = new Set(['webhook.apply'])

/** Of these kinds so many pieces are worked on at once by a process; else one. */
export type AtOnce = Partial<Record<TaskName, number>>
export const usualAtOnce: AtOnce = { 'message.send': 8, 'media.fetch': 4 }

/** Whether of these kinds one piece of each group is worked on at a time. */
export const hasGroups = (name: TaskName): boolean =>
  oneForEachKey.has(name) || usualAtOnce[name] !== undefined

/** Makes the queues, and gives those that are there what this version says of them. */
export async function createQueues(boss: PgBoss): Promise<void> {
  // First, because the others name it.
  await createQueue(boss, deadQueue, { retentionSeconds: quarterSeconds })
  for (const name of taskNames) {
    const expireInSeconds = expirySeconds[name]
    await createQueue(boss, name, {
      ...retries,
      notify: true,
      expireInSeconds,
      deadLetter: deadQueue,
      ...(oneForEachKey.has(name) && { policy: 'short' }),
    })
  }
}

async function createQueue(
  boss: PgBoss,
  name: string,
  {
    policy,
    ...options
  }: Partial<typeof retries> & {
    notify?: boolean
    expireInSeconds?: number
    deadLetter?: string
    policy?: 'short'
  },
): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy !== undefined && { policy }) })
  await boss.updateQueue(name, options)
}
