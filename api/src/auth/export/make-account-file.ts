import { eq } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { users } from '../../database/schema.ts'
import type { MakeFile } from '../../exports/export-file.ts'
import { writeCsv } from '../../http/csv.ts'
import { toPreferences } from '../settings-view.ts'
import { accountTables, columnsOf, rowsOf } from './account-tables.ts'
import { zip, type ZipEntry } from '../../files/zip.ts'

type Table = (typeof accountTables)[number]

/** All that an owner has here as one archive: each kind of thing as JSON and as CSV. */
export const makeAccountFile: MakeFile = async (
  { queries },
  { ownerId, createdAt },
  onProgress,
) => {
  const day = createdAt.toISOString().slice(0, 10)
  const entries = function* (): Generator<ZipEntry> {
    yield { name: 'profile.json', chunks: profile(queries, ownerId) }
    for (const [index, table] of accountTables.entries()) {
      onProgress(index / accountTables.length)
      yield { name: `${table.name}.json`, chunks: json(rowsOf(queries, table, ownerId), table) }
      yield { name: `${table.name}.csv`, chunks: csv(rowsOf(queries, table, ownerId), table) }
    }
  }
  return { name: `account-${day}.zip`, mimeType: 'application/zip', chunks: zip(entries()) }
}

const encoder = new TextEncoder()

/** Without the secrets: they are not even read. */
async function* profile(queries: Queries, ownerId: string): AsyncGenerator<Uint8Array> {
  const [row] = await queries.select().from(users).where(eq(users.id, ownerId))
  if (row === undefined) return
  const { id, phoneNumber, email, name, createdAt, preferences } = row
  const settings = toPreferences(preferences)
  const shown = { id, phoneNumber, email, name, createdAt, settings }
  yield encoder.encode(`${JSON.stringify(shown, null, 2)}\n`)
}

async function* json(
  rows: AsyncIterable<Record<string, unknown>>,
  table: Table,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(table)
  let before = '[\n'
  for await (const row of rows) {
    const shown = Object.fromEntries(columns.map((column) => [column, row[column]]))
    yield encoder.encode(before + JSON.stringify(shown, exactly))
    before = ',\n'
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n')
}

/** Amounts of money may be larger than a number of JSON holds. */
function exactly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

async function* csv(
  rows: AsyncIterable<Record<string, unknown>>,
  table: Table,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(table)
  const cells = async function* () {
    for await (const row of rows) yield columns.map((column) => toCell(row[column]))
  }
  yield* writeCsv({ columns, rows: cells() }) as AsyncIterable<Uint8Array>
}

function toCell(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value, exactly) : value
}
