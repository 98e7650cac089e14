import { asc, eq } from 'drizzle-orm'

import type { Channel } from '../../rollouts/channel.ts'
import type { Queries } from './definition.ts'
import { channels } from './schema.ts'

/** A channel, and when it was changed last. */
export type ChannelRow = Channel & { changedAt: Date }

export async function findChannel(queries: Queries, app: string): Promise<ChannelRow | undefined> {
  const [row] = await queries.select().from(channels).where(eq(channels.app, app))
  return row
}

export function listChannels(queries: Queries): Promise<ChannelRow[]> {
  return queries.select().from(channels).orderBy(asc(channels.app))
}

export async function saveChannel(queries: Queries, row: ChannelRow): Promise<void> {
  await queries.insert(channels).values(row).onConflictDoUpdate({ target: channels.app, set: row })
}
