import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import journal from '../../drizzle/meta/_journal.json' with { type: 'json' }
import { readState } from '../../test/database-state.ts'
import { firstRows, laterRows, twoDefaultJobs } from '../../test/earlier-rows.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Database } from './database.ts'
import { definition } from './definition.ts'

const file = 'meta/_journal.json'
let storage: Storage
let database: Database
let earlier: string
let newest: string[]

beforeAll(async () => {
  earlier = await mkdtemp(join(tmpdir(), 'errand-migrations-'))
  await cp(definition.migrationsFolder, earlier, { recursive: true })
  storage = await makeStorage()
  database = await storage.open()
  newest = await readShape()
})

afterAll(async () => {
  await database.close()
  await storage.remove()
  await rm(earlier, { recursive: true })
})

/** Statement by statement: what has values takes one at a time. */
async function execute(statements: string): Promise<void> {
  for (const statement of statements.split(/;\s*(?:\n|$)/)) {
    if (statement.trim() !== '') await database.queries.execute(sql.raw(statement))
  }
}

// The migrators of both engines do the same with a database of either.
const migrateBy = (migrationsFolder: string) =>
  migrate(database.queries as unknown as NodePgDatabase, { migrationsFolder })

/** Every column and index there is. */
async function readShape(): Promise<string[]> {
  const { queries } = database
  const columns = await queries
    .select({
      line: sql<string>`concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)`,
    })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public'`)
  const indexes = await queries
    .select({ line: sql<string>`indexdef` })
    .from(sql`pg_indexes`)
    .where(sql`schemaname = 'public'`)
  return [...columns, ...indexes].map(({ line }) => line).toSorted()
}

test.each(journal.entries.slice(0, -1))(
  'a database of $tag with rows in it becomes like a new one and keeps them',
  async ({ idx }) => {
    await execute('drop schema public cascade;\ncreate schema public;\ndrop schema drizzle cascade')
    const entries = journal.entries.slice(0, idx + 1)
    await writeFile(join(earlier, file), JSON.stringify({ ...journal, entries }))
    await migrateBy(earlier)
    await execute(firstRows)
    await execute(idx === 0 ? twoDefaultJobs : laterRows)

    await migrateBy(definition.migrationsFolder)

    expect(await readShape()).toEqual(newest)
    const state = await readState(database.queries)
    const rows = Object.entries(state).map(([table, { length }]) => [table, length])
    const chats = { contacts: 1, chat_sessions: 1, messages: 1, orders: 1 }
    expect(Object.fromEntries(rows)).toMatchObject({
      users: 1,
      jobs: 2,
      accounts: 1,
      ...(idx === 0 ? { forms: 2, job_versions: 2 } : chats),
    })
    // Of two jobs that the first version let take every chat the earlier one gives way.
    const statuses = idx === 0 ? ['active', 'paused'] : ['active', 'active']
    expect(state['jobs']?.map(statusOf).toSorted()).toEqual(statuses)
    // Migrated once more it stays as it is.
    await migrateBy(definition.migrationsFolder)
    expect(await readState(database.queries)).toEqual(state)
  },
)

const statusOf = (row: string): unknown => JSON.parse(row).status
