import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import type { Queries } from './database.ts'

const api = useTestApi()

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
