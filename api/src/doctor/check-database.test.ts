import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Database } from '../database/database.ts'
import { readSettings } from '../settings.ts'
import { checkDatabase } from './checks/check-database.ts'

let storage: Storage
let database: Database
let url: string

beforeAll(async () => {
  storage = await makeStorage()
  database = await storage.open()
  url = storage.url
})

afterAll(async () => {
  await database.close()
  await storage.remove()
})

const check = async (databaseUrl: string) => {
  const environment = { DATABASE_URL: databaseUrl }
  const { status, sentence } = await checkDatabase({
    settings: readSettings(environment),
    environment,
    ask: fetch,
  })
  return `${status}: ${sentence}`
}

const run = (statement: string) => database.queries.execute(sql.raw(statement))

/** The same server by another user or database. */
function at(change: { user?: string; name?: string; port?: string }): string {
  const changed = new URL(url)
  if (change.user !== undefined) changed.username = change.user
  if (change.name !== undefined) changed.pathname = `/${change.name}`
  if (change.port !== undefined) changed.port = change.port
  return changed.href
}

test('a database that is ours is well, and stays as it is', async () => {
  expect(await check(url)).toMatch(/^ok: PostgreSQL \d+ answers; all migrations are applied\.$/)
})

test('what cannot be reached is told apart', async () => {
  expect(await check(at({ port: '1' }))).toMatch(/^failed: Nothing answers at DATABASE_URL/)
  expect(await check(at({ name: 'not_there' }))).toMatch(/^failed: .* does not exist/)
  expect(await check(at({ user: 'nobody_here' }))).toMatch(
    /^failed: .* (refuses the password|does not let the user)/,
  )
})

test('rights that are missing are named', async () => {
  const role = `guest_${Date.now()}`
  await run(`create role ${role} login password '${new URL(url).password}'`)
  try {
    expect(await check(at({ user: role }))).toMatch(
      /^failed: .* may not use \S+ and \d+ more tables/,
    )
  } finally {
    await run(`drop role ${role}`)
  }
})

test('a database of a newer api is left alone', async () => {
  await run(`insert into drizzle.errand_migrations (hash, created_at) values ('x', 99999999999999)`)

  expect(await check(url)).toMatch(/^failed: .* newer version of the api/)
  await run(`delete from drizzle.errand_migrations where hash = 'x'`)
})
