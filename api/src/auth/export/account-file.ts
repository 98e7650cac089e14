import { readFormQuerySchema } from '@errand/contract/chats/form'
import { asc, eq } from 'drizzle-orm'
import { Zip, ZipDeflate } from 'fflate'

import type { Queries } from '../../database/database.ts'
import { forms, users } from '../../database/schema.ts'
import { phoneText } from '../../form-data/phone-text.ts'
import { readTable } from '../../forms/responses-csv.ts'
import { writeCsv } from '../../http/csv.ts'
import { inTurns } from '../../http/in-turns.ts'
import { localTime } from '../../period/days.ts'
import { readPreferences } from '../read-preferences.ts'
import { toPreferences } from '../settings-view.ts'
import { accountTables, columnsOf, rowsOf } from './account-tables.ts'

type Table = (typeof accountTables)[number]

/**
 * All that an owner has here as one archive: each kind of thing as JSON for programs and as CSV for
 * people, whose answers are a table for each form.
 */
export async function accountFile(
  queries: Queries,
  ownerId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const shownForms = await queries
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(eq(forms.ownerId, ownerId))
    .orderBy(asc(forms.id))
  const entries = function* (): Generator<ZipEntry> {
    yield { name: 'profile.json', chunks: profile(queries, ownerId) }
    for (const table of accountTables) {
      yield { name: `${table.name}.json`, chunks: json(rowsOf(queries, table, ownerId), table) }
      if (table.name === 'answers') continue
      yield {
        name: `${table.name}.csv`,
        chunks: csv(rowsOf(queries, table, ownerId), table, timeZone),
      }
    }
    for (const { id, name } of shownForms) {
      yield {
        name: `answers/${fileName(name)}-${id}.csv`,
        chunks: answers(queries, { ownerId, id }),
      }
    }
  }
  return zip(entries())
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
  for await (const row of inTurns(rows)) {
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
  timeZone: string,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(table)
  const cells = async function* () {
    for await (const row of rows) {
      yield columns.map((column) => toCell(row[column], { column, timeZone }))
    }
  }
  const headers = columns.map(toHeader)
  yield* writeCsv({ columns: headers, rows: cells() }) as AsyncIterable<Uint8Array>
}

/** What was answered to one form, as its own page exports it. */
async function* answers(
  queries: Queries,
  target: { ownerId: string; id: string },
): AsyncGenerator<Uint8Array> {
  const table = await readTable(queries, target, readFormQuerySchema.parse({}))
  yield* writeCsv(table) as AsyncIterable<Uint8Array>
}

/** `phoneNumber` is `Phone number`. */
function toHeader(column: string): string {
  const [first = '', ...others] = column.split(/(?=[A-Z])/)
  const [head = ''] = first
  return [head.toUpperCase() + first.slice(1), ...others.map((word) => word.toLowerCase())].join(
    ' ',
  )
}

function toCell(value: unknown, { column, timeZone }: { column: string; timeZone: string }) {
  if (value instanceof Date) return localTime(value, timeZone)
  if (typeof value === 'string' && column === 'phoneNumber') return phoneText(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value, exactly) : value
}

/** Safe in an archive on every system. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N} -]/gu, '')
    .trim()
    .slice(0, 60)

/** A file of an archive, made as it is read. */
interface ZipEntry {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** An archive piece by piece: only what was not taken yet is in memory. */
async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let failure: Error | undefined
  const archive = new Zip((error, bytes) => {
    if (error === null) made.push(bytes)
    else failure = error
  })
  for (const { name, chunks } of entries) {
    const file = new ZipDeflate(name, { level: 6 })
    archive.add(file)
    for await (const chunk of chunks) {
      file.push(chunk)
      if (failure !== undefined) throw failure
      yield* made.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* made.splice(0)
  }
  archive.end()
  if (failure !== undefined) throw failure
  yield* made.splice(0)
}
