import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'

import * as schema from '../src/database/schema.ts'

/** One in ten of an owner's chats goes to each copy. */
const parts = 10
const ownersAtOnce = 25

/** How the rows of each table are found, and what a copy has else than the original. */
const copied: readonly { table: PgTable; from: string; other?: Record<string, string> }[] = [
  {
    table: schema.users,
    from: 'users s where s.id = $1',
    other: {
      uid: `'bench-' || n`,
      phone_number: `'+999' || lpad(n::text, 8, '1')`,
      webhook_token: 'gen_random_uuid()::text',
    },
  },
  { table: schema.accounts, from: 'accounts s where s.owner_id = $1' },
  { table: schema.jobs, from: 'jobs s where s.owner_id = $1' },
  { table: schema.jobVersions, from: 'job_versions s where s.owner_id = $1' },
  { table: schema.forms, from: 'forms s where s.owner_id = $1' },
  {
    table: schema.contacts,
    from: 'contacts s join (select distinct part, contact_id from picks) p on p.contact_id = s.id where p.part = n % 10 and s.owner_id = $1',
  },
  {
    table: schema.chatSessions,
    from: 'chat_sessions s join picks p on p.session_id = s.id where p.part = n % 10 and s.owner_id = $1',
  },
  {
    table: schema.formData,
    from: 'form_data s join picks p on p.session_id = s.session_id where p.part = n % 10 and s.owner_id = $1',
  },
  {
    table: schema.messages,
    from: 'messages s join picks p on p.session_id = s.session_id where p.part = n % 10 and s.owner_id = $1',
  },
]

/**
 * Gives other owners a tenth of the chats of one, with ids of their own: what the demo's generator
 * has made once becomes millions of rows, within the database.
 */
export async function copyOwner(client: Client, ownerId: string, owners: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(
    'create temp table picks (session_id text primary key, contact_id text, part int)',
  )
  await client.query(
    `insert into picks select id, contact_id, row_number() over (order by id) % ${parts} from chat_sessions where owner_id = $1`,
    [ownerId],
  )
  await client.query('analyze')
  const indexes = await takeIndexes(client)
  for (const { table, from, other = {} } of copied) {
    const names = Object.values(getTableColumns(table)).map(({ name }) => name)
    const values = names.map((name) => other[name] ?? valueOf(name, ownerId))
    for (let first = 1; first <= owners; first += ownersAtOnce) {
      const last = Math.min(owners, first + ownersAtOnce - 1)
      await client.query(
        `insert into ${getTableName(table)} (${names.join(', ')}) select ${values.join(', ')} from generate_series(${first}, ${last}) n cross join lateral (select s.* from ${from}) s`,
        [ownerId],
      )
    }
  }
  for (const index of indexes) await client.query(index)
  await client.query('vacuum analyze')
}

/** Building an index once is far cheaper than adding to it millions of times. */
async function takeIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ('messages', 'chat_sessions', 'contacts', 'form_data')
     and schemaname = 'public' and indexname not in (select conname from pg_constraint)
     and indexname <> 'messages_seq' and indexname <> 'form_data_session'`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

/** An id's last six letters become the number of the copy, and the words carry their owner's tag. */
function valueOf(name: string, ownerId: string): string {
  if (name === 'search_words') {
    const old = ownerId.slice(-8).toLowerCase()
    return `replace(s.search_words::text, '${old}', '${old.slice(0, 2)}' || lpad(n::text, 6, '0'))::tsvector`
  }
  const isId = name === 'id' || (name.endsWith('_id') && name !== 'wa_id' && name !== 'client_id')
  return isId ? `left(s.${name}, -6) || lpad(n::text, 6, '0')` : `s.${name}`
}
