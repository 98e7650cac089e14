import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { moment } from './columns.ts'

/** When somebody last did what may not be done too often. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What, and who: `generate usr_…`. */
    key: text('key').primaryKey(),
    /** Oldest first; those of before the window are forgotten with the next one. */
    hits: timestamp('hits', { withTimezone: true, precision: 3, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** From then on the row says nothing any more. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expires_at').on(table.expiresAt)],
)
