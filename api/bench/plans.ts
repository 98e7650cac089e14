import { openApi } from './open-api.ts'
import { queryAlone } from './databases.ts'
import { report } from './figures.ts'

const watched = ['chat_sessions', 'messages', 'contacts', 'form_data']

const patienceMs = 10_000

interface Scans {
  table: string
  scans: number
}

/**
 * Makes every request once and looks at what the database itself counted: not one of the queries
 * behind an answer may read a large table from its beginning to its end.
 */
export async function measurePlans(
  databaseUrl: string,
  token: string,
  paths: readonly string[],
): Promise<void> {
  const before = await countScans(databaseUrl)
  const { app, close } = await openApi(databaseUrl)
  for (const path of paths) {
    const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  await close()
  const after = await countScans(databaseUrl)
  const more = after.filter(
    ({ table, scans }) => scans > (before.find((row) => row.table === table)?.scans ?? 0),
  )
  report({
    name: 'plans',
    threshold: 'no sequential scan',
    measured:
      more.length === 0 ? `${paths.length} requests` : more.map(({ table }) => table).join(', '),
    isMet: more.length === 0,
  })
}

/** Connections tell of what they did when they end, so all have to be gone first. */
async function countScans(databaseUrl: string): Promise<Scans[]> {
  const others = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const deadline = performance.now() + patienceMs
  while ((await queryAlone(databaseUrl, others)).rows.length > 0) {
    if (performance.now() > deadline)
      throw new Error('Somebody else uses the database of the bench')
  }
  const names = watched.map((name) => `'${name}'`).join(', ')
  const { rows } = await queryAlone(
    databaseUrl,
    `select relname as table, seq_scan::int as scans from pg_stat_user_tables where relname in (${names})`,
  )
  return rows.map(({ table, scans }) => ({ table: String(table), scans: Number(scans) }))
}
