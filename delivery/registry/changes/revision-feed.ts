import type { Database } from '../tables/definition.ts'
import { currentRevision } from '../tables/document.ts'
import { changesChannel } from './put-channel.ts'

type Listener = (revision: number) => void

/** Tells of each change of what runs, made by this process or another one on the same database. */
export interface RevisionFeed {
  current: () => Promise<number>
  /** Gives back what ends the subscription. */
  subscribe: (listener: Listener) => () => void
}

/** Listens to the database until it is closed. */
export async function openRevisionFeed(
  database: Database,
  onError: (error: unknown) => void,
): Promise<RevisionFeed> {
  const listeners = new Set<Listener>()
  const current = () => currentRevision(database.queries)
  let told = await current()

  async function tell(): Promise<void> {
    const revision = await current()
    // Another one, not a later one: a restored database counts from an earlier number.
    if (revision === told) return
    told = revision
    for (const listener of listeners) listener(revision)
  }

  await database.listen(changesChannel, () => void tell().catch(onError))
  return {
    current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
