import type { EventType } from '@errand/contract/events'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { moment, word } from './columns.ts'
import { ownerId } from './users.ts'

/** What happened, for the pages that are open and those that come back within a day. */
export const events = pgTable(
  'events',
  {
    ownerId: ownerId(),
    /** Counts up for each owner, in the order of the commits. */
    seq: integer('seq').notNull(),
    type: word<EventType>('type').notNull(),
    sessionId: text('session_id'),
    sessionSeq: integer('session_seq'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.seq] }), index('events_at').on(table.at)],
)
