import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { makeEmptyStorage } from '../../test/storage.ts'
import { definition } from './definition.ts'

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
