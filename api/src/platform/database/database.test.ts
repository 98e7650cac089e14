import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { makeEmptyStorage } from '../../../test/storage.ts'
import { useTestApi } from '../../../test/test-api.ts'
import type { Queries } from './database.ts'
import { definition } from './definition.ts'

const api = useTestApi()

test('what is deleted with something else is found by an index', async () => {
  // For each row that goes, the database looks for those that name it.
  const found = await api.database.queries.execute(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select 1 from pg_index i
        where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null
            or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1`)

  expect(found).toMatchObject({ rows: [] })
})

async function readProcess(queries: Queries): Promise<number> {
  const pid = sql<number>`pg_backend_pid()`
  const [row] = await queries.select({ pid }).from(sql`(select) as nothing`)
  return row?.pid ?? 0
}

test('a connection that breaks inside a transaction fails that transaction alone', async () => {
  const process = Promise.withResolvers<number>()
  const isBroken = Promise.withResolvers<void>()
  const transaction = api.database.transaction(async (queries) => {
    process.resolve(await readProcess(queries))
    await isBroken.promise
    await readProcess(queries)
  })
  const pid = await process.promise
  await api.database.queries.execute(sql`select pg_terminate_backend(${pid}, 10000)`)
  isBroken.resolve()

  await expect(transaction).rejects.toThrow('Failed query')
  await api.database.ping()
})

test('a statement that is sent often is parsed once by a connection, others are not kept', async () => {
  const kept = await api.database.transaction(async (queries) => {
    const send = (text: string) => queries.execute(sql`select ${text}::text as ${sql.raw(text)}`)
    for (let times = 0; times < 6; times += 1) await send('often')
    await send('once')
    return queries.execute(sql`
      select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where statement like 'select $1::text as %'`)
  })

  // It is named from the fifth time on.
  expect(kept).toMatchObject({ rows: [{ statement: 'select $1::text as often', uses: 2 }] })
})

test('processes that start together migrate one after the other', async () => {
  const storage = await makeEmptyStorage()
  const connectionString = storage.environment[definition.urlSetting]
  const first = new Client({ connectionString })
  await first.connect()
  await first.query('select pg_advisory_lock($1)', [definition.migrationLock])
  const starting = Promise.all([storage.open(), storage.open()])
  onTestFinished(() => storage.remove())

  await vi.waitFor(async () => {
    const { rows } = await first.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    expect(rows).toHaveLength(2)
  })
  // Ends the session, and with it the lock.
  await first.end()

  const databases = await starting
  for (const database of databases) {
    await database.ping()
    await database.close()
  }
})
