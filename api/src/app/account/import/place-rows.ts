import { createHash } from 'node:crypto'

import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { encodeTime } from 'ulid'

import type { Queries } from '../../../platform/database/database.ts'
import type { AccountFile } from './account-file.ts'

/** An import into an account, whose row is locked. */
export interface Importing {
  queries: Queries
  ownerId: string
  file: AccountFile
  /** Jobs stay active and chats open; otherwise jobs are paused and chats closed. */
  staysOpen?: boolean
}

type OwnedTable = PgTable & { id: PgColumn; ownerId: PgColumn }

/** Where the rows of a table are in the account: under the id they came with, or under one made of it. */
export interface Placed<Item> {
  idOf: (id: string | undefined) => string | null
  /** Those that the account has not yet. */
  added: Item[]
}

/** Finds which rows the account has already: by their id, or by one of these columns. */
export async function place<Item extends { id: string; createdAt: string }>(
  { queries, ownerId }: Importing,
  { kind, table, items }: { kind: IdKind; table: OwnedTable; items: Item[] },
  others: [PgColumn, (item: Item) => string | null | undefined][] = [],
): Promise<Placed<Item>> {
  const made = new Map(items.map((item) => [item.id, idFor(ownerId, kind, item)]))
  const sought: typeof others = [
    [table.id, ({ id }) => id],
    [table.id, ({ id }) => made.get(id)],
    ...others,
  ]
  const ids = new Map<string, string>()
  for (const [column, valueOf] of sought) {
    const values = JSON.stringify(items.map(valueOf))
    const found = await queries
      .select({ id: sql<string>`${table.id}`, value: sql<string>`${column}` })
      .from(table)
      .where(
        and(
          eq(table.ownerId, ownerId),
          sql`${column} in (select json_array_elements_text(${values}::json))`,
        ),
      )
    const byValue = new Map(found.map(({ id, value }) => [value, id]))
    for (const item of items) {
      const id = byValue.get(valueOf(item) ?? '')
      if (id !== undefined) ids.set(item.id, id)
    }
  }
  return {
    added: items.filter(({ id }) => !ids.has(id)),
    idOf: (id = '') => ids.get(id) ?? made.get(id) ?? null,
  }
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The id of an imported row: always the same for an owner, never one of another, and sorted by its time. */
export function idFor(
  ownerId: string,
  kind: IdKind,
  { id, createdAt }: { id: string; createdAt: string },
) {
  const digest = createHash('sha256').update(`${ownerId} ${kind} ${id}`).digest().subarray(0, 16)
  const rest = Array.from(digest, (byte) => letters[byte % letters.length]).join('')
  return `${idPrefixes[kind]}_${encodeTime(Date.parse(createdAt))}${rest}`
}
