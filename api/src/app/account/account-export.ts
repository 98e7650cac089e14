import { pipeline } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'

import { readFormCall } from '@errand/contract/chats/form'
import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Zip, ZipPassThrough } from 'fflate'

import { readPreferences, toPreferences } from '../../modules/account/settings-view.ts'
import { phoneText } from '../../modules/answers/phones.ts'
import { readResponseTable } from '../../modules/forms/responses-csv.ts'
import type { Queries } from '../../platform/database/database.ts'
import { readPages } from '../../platform/database/read-pages.ts'
import * as schema from '../../platform/database/schema.ts'
import { encodeTexts, writeCsv } from '../../platform/http/downloads.ts'
import { localTime } from '../../platform/period/days.ts'

/**
 * The data of an owner as a ZIP archive: each table as JSON for programs and as CSV for people, with the
 * answers of each form in a table of its own.
 */
export async function accountFile(
  queries: Queries,
  ownerId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const shownForms = await queries
    .select({ id: schema.forms.id, name: schema.forms.name })
    .from(schema.forms)
    .where(eq(schema.forms.ownerId, ownerId))
    .orderBy(asc(schema.forms.id))
  const entries = function* (): Generator<ZipEntry> {
    yield { name: 'profile.json', chunks: encodeTexts(profileTexts(queries, ownerId)) }
    for (const table of accountTables) {
      yield {
        name: `${table.name}.json`,
        chunks: encodeTexts(jsonTexts(rowsOf(queries, table, ownerId), table)),
      }
      if (table.name === 'answers') continue
      yield {
        name: `${table.name}.csv`,
        chunks: writeTable(rowsOf(queries, table, ownerId), table, timeZone),
      }
    }
    for (const { id, name } of shownForms) {
      yield {
        name: `answers/${fileName(name)}-${id}.csv`,
        chunks: answerChunks(queries, { ownerId, id }),
      }
    }
  }
  return zip(entries())
}

/** The owner's profile and settings; secrets are not read. */
async function* profileTexts(queries: Queries, ownerId: string): AsyncGenerator<string> {
  const [row] = await queries.select().from(schema.users).where(eq(schema.users.id, ownerId))
  if (row === undefined) return
  const { id, phoneNumber, email, name, createdAt, preferences } = row
  const settings = toPreferences(preferences)
  const shown = { id, phoneNumber, email, name, createdAt, settings }
  yield `${JSON.stringify(shown, null, 2)}\n`
}

async function* jsonTexts(
  rows: AsyncIterable<Record<string, unknown>>,
  table: AccountTable,
): AsyncGenerator<string> {
  const columns = columnsOf(table)
  let before = '[\n'
  for await (const row of rows) {
    const shown = Object.fromEntries(columns.map((column) => [column, row[column]]))
    yield before + JSON.stringify(shown, bigintAsText)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** Writes amounts as text, because they may be larger than a JSON number can hold exactly. */
function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function writeTable(
  rows: AsyncIterable<Record<string, unknown>>,
  table: AccountTable,
  timeZone: string,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(table).filter((column) => column !== 'userId')
  const cells = async function* () {
    for await (const row of rows) {
      yield columns.map((column) => toCell(row[column], { column, timeZone }))
    }
  }
  const headers = columns.map(toHeader)
  return writeCsv({ columns: headers, rows: cells() })
}

/** The answers of one form, in the format of the form's own export. */
async function* answerChunks(
  queries: Queries,
  target: { ownerId: string; id: string },
): AsyncGenerator<Uint8Array> {
  const table = await readResponseTable(queries, target, readFormCall.query.parse({}))
  yield* writeCsv(table)
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
  return typeof value === 'object' && value !== null ? JSON.stringify(value, bigintAsText) : value
}

/** A file name that is safe on every system. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N} -]/gu, '')
    .trim()
    .slice(0, 60)

/** A file of the archive, written while it is read. */
interface ZipEntry {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** Writes the archive in chunks, so that only chunks that were not consumed yet are in memory. */
async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const output: Uint8Array[] = []
  let failure: Error | undefined
  const archive = new Zip((error, bytes) => {
    if (error === null) output.push(bytes)
    else failure = error
  })
  for (const { name, chunks } of entries) {
    const file = new CompressedFile(name)
    archive.add(file)
    for await (const bytes of compress(chunks, file)) {
      file.ondata(null, bytes, false)
      if (failure !== undefined) throw failure
      yield* output.splice(0)
    }
    file.push(new Uint8Array(0), true)
    file.ondata(null, new Uint8Array(0), true)
    yield* output.splice(0)
  }
  archive.end()
  if (failure !== undefined) throw failure
  yield* output.splice(0)
}

/** Counts the bytes of a file for the archive, which gets them compressed. */
class CompressedFile extends ZipPassThrough {
  override compression = 8
  protected override process(): void {}
}

/** Compresses in the threads of Node's zlib, because this one answers requests. */
function compress(
  chunks: AsyncIterable<Uint8Array>,
  file: CompressedFile,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const counted = async function* () {
    for await (const chunk of chunks) {
      file.push(chunk)
      yield chunk
    }
  }
  return pipeline(counted(), createDeflateRaw(), () => {})
}

/** A table with rows of an owner, as it is exported. */
interface AccountTable {
  name: string
  table: PgTable & { ownerId: PgColumn }
  /** The columns that pages are ordered by, which no two rows have in common; without them by id. */
  order?: string[]
}

/** All tables with data of an owner, except technical ones such as keys and counters. */
export const accountTables: AccountTable[] = [
  // What belongs to something else comes before it, as both may be made while this is read.
  { name: 'remarks', table: schema.remarks },
  { name: 'answers', table: schema.formData },
  // By time, which has an index by owner, as there may be millions.
  { name: 'messages', table: schema.messages, order: ['createdAt', 'id'] },
  { name: 'chats', table: schema.chatSessions },
  { name: 'contacts', table: schema.contacts },
  { name: 'job-versions', table: schema.jobVersions },
  { name: 'job-answers', table: schema.jobAnswers },
  { name: 'job-translations', table: schema.jobTranslations },
  { name: 'forms', table: schema.forms },
  { name: 'jobs', table: schema.jobs },
  { name: 'templates', table: schema.templates, order: ['name', 'language'] },
  { name: 'orders', table: schema.orders },
  { name: 'payments', table: schema.payments },
  { name: 'ledger', table: schema.ledgerEntries },
  { name: 'invoices', table: schema.invoices },
  { name: 'emails', table: schema.emails },
  { name: 'devices', table: schema.alertDevices },
  { name: 'sign-ins', table: schema.signIns },
  { name: 'activity', table: schema.activity, order: ['at', 'id'] },
]

const hidden = new Set([
  'ownerId',
  'undo',
  'searchWords',
  'searchText',
  'sortName',
  'endpointHash',
  'sourceHash',
  'deviceId',
  'sealed',
])

/** The exported columns, in the table's order. */
function columnsOf({ table }: AccountTable): string[] {
  return Object.keys(getTableColumns(table)).filter((name) => !hidden.has(name))
}

/** All rows of an owner, a page at a time. */
async function* rowsOf(
  queries: Queries,
  { table, order = ['id'] }: AccountTable,
  ownerId: string,
): AsyncGenerator<Record<string, unknown>> {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const keys = order.map((member) => sql`${columns[member]}`)
  const listOf = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`
  const valuesOf = (row: Record<string, unknown>) =>
    order.map((member) => sql`${sql.param(row[member], columns[member])}`)
  const pages = readPages<Record<string, unknown>>(queries, (last, limit) =>
    queries
      .select(columns)
      .from(table)
      .where(
        and(eq(table.ownerId, ownerId), last && sql`${listOf(keys)} > ${listOf(valuesOf(last))}`),
      )
      .orderBy(...keys)
      .limit(limit),
  )
  for await (const page of pages) yield* page
}
