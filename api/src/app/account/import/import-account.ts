import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import type { AddedByImport } from '@errand/contract/auth'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { encodeTime } from 'ulid'

import { updateUser } from '../../../modules/account/account.repo.ts'
import { maxJobs } from '../../../modules/jobs/jobs.service.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { jobs, users } from '../../../platform/database/schema.ts'
import { publishEvents } from '../../../platform/events/events.repo.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { references, type AccountFile, type TableName } from './account-file.ts'
import { importedTables, type OwnedTable } from './imported-tables.ts'

/** An import into an account, whose row is locked. */
interface Importing {
  queries: Queries
  ownerId: string
  file: AccountFile
  /** Jobs stay active and chats open; otherwise jobs are paused and chats closed. */
  staysOpen?: boolean
}

type AnyRow = AccountFile[TableName][number]

/** The tables, each behind those that its rows belong to. */
const tableNames = Object.keys(importedTables) as TableName[]

/**
 * Adds what an export holds to an account that is locked, and changes nothing that is there: a job, a
 * contact or a chat that the account has already stays as it is, with all that belongs to it. Nothing is
 * sent, queued or charged.
 */
export async function importAccount(importing: Importing): Promise<AddedByImport> {
  const { queries, ownerId, staysOpen = false } = importing
  // What was still to be sent is not, so that it is no message.
  const messages = importing.file.messages.filter(({ status }) => status !== 'queued')
  const file = { ...importing.file, messages }
  const { added, idOf, renamed } = await findAdded({ queries, ownerId, file })
  const present = await queries.$count(jobs, eq(jobs.ownerId, ownerId))
  if (added.jobs.length > 0 && present + added.jobs.length > maxJobs) {
    throw new Problem('conflict', {
      detail: `An account has at most ${maxJobs} jobs, with those deleted in the last 30 days.`,
    })
  }
  const messagesOf = Map.groupBy(added.messages, ({ sessionId }) => sessionId)
  const remarksOf = Map.groupBy(added.remarks, ({ sessionId }) => sessionId)
  const adding = { ownerId, staysOpen, renamed, messagesOf, remarksOf }
  for (const name of tableNames) {
    const { table, columns } = importedTables[name]
    await insertRows<AnyRow>(queries, table, added[name], (row) => ({
      ...renamed(row),
      ...columns?.(row as never, adding),
      id: idOf(name, row.id),
      ownerId,
    }))
  }
  return {
    jobs: added.jobs.length,
    contacts: added.contacts.length,
    chats: added.chats.length,
    messages: added.messages.length,
    answers: added.answers.length,
    remarks: added.remarks.length,
    settings: await addSettings(importing),
  }
}

/** How many rows get an id before the event loop is released. */
const rowsAtOnce = 1000

/** What belongs to these is added with them, and not looked for itself. */
const parents = ['jobId', 'sessionId', 'messageId']

/** Finds which rows of a file the account has not yet, and the id that each row has or gets in it. */
async function findAdded(importing: Importing) {
  const { ownerId, file } = importing
  const added = { ...file }
  const isAdded = new Set<string>()
  const ids = new Map<string, string>()
  const idOf = (name: TableName | undefined, id: string) => ids.get(`${name} ${id}`)
  // Keys of answers have no capital letters, so that none is taken for one of these members.
  const renamed = <Value extends object>(value: Value) =>
    JSON.parse(JSON.stringify(value), (member, inner: unknown) =>
      typeof inner === 'string' && Object.hasOwn(references, member)
        ? idOf(references[member], inner)
        : inner,
    ) as Value
  const comesAlong = (row: object) =>
    parents.every(
      (member) =>
        !(member in row) || isAdded.has(`${references[member]} ${Reflect.get(row, member)}`),
    )
  for (const name of tableNames) {
    const { kind, table, knownBy } = importedTables[name]
    const rows = (file[name] as AnyRow[]).filter((row) => knownBy !== undefined || comesAlong(row))
    for (const [at, row] of rows.entries()) {
      // Releases the event loop: an archive may have a hundred thousand messages.
      if (at % rowsAtOnce === 0) await setImmediate()
      ids.set(`${name} ${row.id}`, idFor(ownerId, kind, row))
    }
    const known = new Map<string, string>()
    for (const member of knownBy ?? []) {
      const sought = rows.flatMap((row): [id: string, value: unknown][] => [
        [row.id, idOf(name, row.id)],
        [row.id, Reflect.get(renamed(row), member)],
      ])
      const values = sought.map(([, value]) => value)
      const found = await findIds(importing, { table, member, values })
      for (const [id, value] of sought) {
        const own = found.get(value)
        if (own !== undefined) known.set(id, own)
      }
    }
    for (const [id, own] of known) ids.set(`${name} ${id}`, own)
    const news = rows.filter(({ id }) => !known.has(id))
    for (const { id } of news) isAdded.add(`${name} ${id}`)
    Object.assign(added, { [name]: news })
  }
  return { added, idOf, renamed }
}

/** The ids of the account's rows that have one of these values in a column, by the value. */
async function findIds(
  { queries, ownerId }: Importing,
  { table, member, values }: { table: OwnedTable; member: string; values: unknown[] },
): Promise<Map<unknown, string>> {
  const column = getTableColumns(table)[member]
  const isSought = sql`${column} in (select json_array_elements_text(${JSON.stringify(values)}::json))`
  const rows = await queries
    .select({ id: sql<string>`${table.id}`, value: sql<unknown>`${column}` })
    .from(table)
    .where(and(eq(table.ownerId, ownerId), isSought))
  return new Map(rows.map(({ id, value }) => [value, id]))
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The id of an imported row: always the same for an owner, never one of another, and sorted by its time. */
function idFor(ownerId: string, kind: IdKind, row: AnyRow) {
  const at =
    'createdAt' in row ? row.createdAt : 'publishedAt' in row ? row.publishedAt : row.updatedAt
  const digest = createHash('sha256').update(`${ownerId} ${kind} ${row.id}`).digest()
  const rest = Array.from(digest.subarray(0, 16), (byte) => letters[byte % letters.length])
  return `${idPrefixes[kind]}_${encodeTime(Date.parse(at))}${rest.join('')}`
}

/** Takes over the settings that the owner has not chosen here; returns how many. */
async function addSettings({ queries, ownerId, file }: Importing): Promise<number> {
  const [user] = await queries.select().from(users).where(eq(users.id, ownerId))
  if (user === undefined) throw new Error(`No account ${ownerId}`)
  let count = 0
  const preferences: Record<string, Record<string, unknown>> = { ...user.preferences }
  for (const [section, values] of Object.entries(file.profile.settings)) {
    const defaults: Record<string, unknown> = Reflect.get(defaultPreferences, section)
    const news = Object.entries(values).filter(
      ([name, value]) =>
        preferences[section]?.[name] === undefined && !isDeepStrictEqual(value, defaults[name]),
    )
    count += news.length
    if (news.length > 0)
      preferences[section] = { ...preferences[section], ...Object.fromEntries(news) }
  }
  if (count === 0) return 0
  const settingsVersion = user.settingsVersion + 1
  await updateUser(queries, ownerId, { preferences, settingsVersion })
  await publishEvents(queries, ownerId, [
    { type: 'settings.updated', data: { version: settingsVersion } },
  ])
  return count
}
