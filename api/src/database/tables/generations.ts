import type { generationSchema } from '@errand/contract/job-generation'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'

import { moment } from './columns.ts'
import { ownerId } from './users.ts'

type Generation = z.output<typeof generationSchema>

/** Drafts that took longer than a request may; without an end they are still being written. */
export const generations = pgTable(
  'generations',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    result: jsonb('result').$type<NonNullable<Generation['result']>>(),
    problem: jsonb('problem').$type<NonNullable<Generation['problem']>>(),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('generations_owner').on(table.ownerId),
    index('generations_created').on(table.createdAt),
  ],
)
