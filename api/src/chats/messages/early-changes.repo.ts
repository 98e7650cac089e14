import { and, eq, lte, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { earlyMessageChanges } from '../../database/schema.ts'
import type { MessageRow } from '../rows.ts'

/** What became of a message before it came to us; `text` is nothing when it was deleted. */
interface EarlyChange {
  ownerId: string
  providerId: string
  text: string | null
  at: Date
}

/** Keeps what was told of a message that is not there yet: the latest edit, unless it was deleted. */
export async function keepEarlyChange(
  queries: Queries,
  { ownerId, providerId, text, at }: EarlyChange,
): Promise<void> {
  const { text: keptText, at: keptAt } = earlyMessageChanges
  await queries
    .insert(earlyMessageChanges)
    .values({ ownerId, providerId, text, at, createdAt: new Date() })
    .onConflictDoUpdate({
      target: [earlyMessageChanges.ownerId, earlyMessageChanges.providerId],
      set: { text, at },
      setWhere: sql`${keptText} is not null
        and (excluded.text is null or ${keptAt} <= excluded.at)`,
    })
}

interface Told {
  providerId: string
  type: MessageRow['type']
  text: string
  media?: NonNullable<MessageRow['media']>
}

/** A message as it is by now, where we were told of that before we were told of the message. */
export async function withEarlyChange<T extends Told>(
  queries: Queries,
  ownerId: string,
  message: T,
): Promise<T & { editedAt?: Date; deletedAt?: Date }> {
  const [change] = await queries
    .delete(earlyMessageChanges)
    .where(
      and(
        eq(earlyMessageChanges.ownerId, ownerId),
        eq(earlyMessageChanges.providerId, message.providerId),
      ),
    )
    .returning()
  if (change === undefined) return message
  const { text, at } = change
  if (text !== null) return { ...message, ...(isEditable(message) && { text, editedAt: at }) }
  const { media: _gone, ...rest } = message
  return { ...(rest as T), text: '', deletedAt: at }
}

/** Whether a message has words that can be others. */
export const isEditable = ({ type }: Pick<MessageRow, 'type'>): boolean =>
  type !== 'reaction' && type !== 'unsupported' && type !== 'event'

/** As long as a webhook that cannot be worked in. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/** Forgets what was told of messages that never came. */
export async function sweepEarlyChanges(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await queries.delete(earlyMessageChanges).where(lte(earlyMessageChanges.createdAt, before))
}
