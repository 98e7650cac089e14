import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { rememberStatements } from './pglite-statements.ts'

let client: PGlite
/** The engine's own way to execute a query. */
let plain: PGlite['query']

beforeAll(async () => {
  client = await PGlite.create()
  plain = client.query.bind(client)
  rememberStatements(client)
})

afterAll(() => client.close())

beforeEach(async () => {
  await client.exec(
    'drop table if exists notes; create table notes (id int primary key, text text)',
  )
})

/** How many statements the engine holds. */
async function held(): Promise<number> {
  const [answer] = await client.exec("select name from pg_prepared_statements where name <> ''")
  return answer?.rows.length ?? 0
}

const kinds = `select $1::int as whole, $2::text as words, $3::jsonb as data, $4::bytea as bytes,
  $5::timestamptz as at, $6::text[] as list, $7::boolean as yes, $8::bigint as large, null as nothing`
const values = [
  7,
  "it's ✓ \u{1F600}",
  { a: [1, null, 'x'] },
  new Uint8Array([0, 1, 255]),
  new Date('2026-11-01T10:00:00.123Z'),
  ['a', 'b,"c"', ''],
  true,
  9_007_199_254_740_993n,
]

test('asked again, a statement gives what the engine itself gives, in either shape', async () => {
  for (const options of [undefined, { rowMode: 'array' as const }]) {
    const wanted = await plain(kinds, values, options)
    for (const time of ['first', 'second', 'third'])
      expect(await client.query(kinds, values, options), time).toEqual(wanted)
  }
  const nothing = values.map(() => null)
  expect(await client.query(kinds, nothing)).toEqual(await plain(kinds, nothing))
})

test('what is asked twice is kept, what is asked once is not, and few are kept in all', async () => {
  const before = await held()
  await client.query('select 1 as once')
  expect(await held()).toBe(before)
  await client.query('select 2 as twice')
  await client.query('select 2 as twice')
  expect(await held()).toBe(before + 1)

  for (let index = 0; index < 400; index += 1) {
    await client.query(`select ${index} as one_of_many`)
    await client.query(`select ${index} as one_of_many`)
  }
  expect(await held()).toBeLessThanOrEqual(301)
})

test('rows changed are counted, and a broken rule is told by its code', async () => {
  const insert = 'insert into notes values ($1, $2)'
  for (const id of [1, 2, 3])
    expect(await client.query(insert, [id, 'x'])).toMatchObject({ affectedRows: 1 })

  for (const id of [1, 2]) {
    await expect(client.query(insert, [id, 'x'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'notes_pkey',
    })
  }
  expect((await client.query('select * from notes')).rows).toHaveLength(3)
})

test('a transaction that fails leaves nothing, and the statement works in the next', async () => {
  const insert = 'insert into notes values ($1, $2)'
  for (const id of [1, 2, 3]) {
    await expect(
      client.transaction(async (inside) => {
        await inside.query(insert, [id, 'x'])
        await inside.query(insert, [id, 'again'])
      }),
    ).rejects.toMatchObject({ code: '23505' })
  }
  await client.transaction(async (inside) => void (await inside.query(insert, [4, 'kept'])))
  expect((await client.query('select * from notes')).rows).toEqual([{ id: 4, text: 'kept' }])
})

test('a query from outside waits for the transaction, and one of its own does not', async () => {
  const count = 'select count(*)::int as count from notes'
  await client.query(count)
  await client.query(count)
  const outside = await client.transaction(async (inside) => {
    const asked = client.query(count)
    await inside.query('insert into notes values (1, $1)', ['x'])
    expect((await inside.query(count)).rows).toEqual([{ count: 1 }])
    return { asked }
  })
  expect((await outside.asked).rows).toEqual([{ count: 1 }])
})

test('after its transaction is over nothing is asked through it', async () => {
  const text = 'select 3 as late'
  await client.query(text)
  const inside = await client.transaction(async (each) => ({ each }))
  await expect(inside.each.query(text)).rejects.toThrow('Transaction is closed')
})

test('a table that changes is read anew', async () => {
  const all = 'select * from notes'
  for (let time = 0; time < 3; time += 1) await client.query(all)
  await client.exec('alter table notes add column more int default 5; insert into notes values (1)')
  await client.query(all).catch(() => {})
  expect((await client.query(all)).rows).toEqual([{ id: 1, text: null, more: 5 }])
})
