import { createHash } from 'node:crypto'

import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { files } from '../database/schema.ts'
import { Problem } from '../http/problem.ts'
import {
  FileStoreError,
  type ByteRange,
  type ByteSource,
  type FileStore,
  type LimitedFileStore,
} from './file-store.ts'
import { withoutPhotoMarks } from './photo-marks.ts'

export type FileRow = typeof files.$inferSelect

/** A file that is not finished by then was abandoned. */
const unfinishedMs = 60 * 60 * 1000

/** Where files are: their rows, which say what there is, and their bytes. */
export interface Files {
  database: Pick<Database, 'queries' | 'transaction'>
  fileStore: LimitedFileStore
}

interface NewFile {
  ownerId: string
  name: string
  mimeType: string
  /** Deleted then unless `keepUpload` keeps it; without it at once a file like any other. */
  expiresAt?: Date
  /** Which part of the owner's room files like this one may fill, all by default. */
  share?: number
}

/**
 * Stores a file piece by piece, so that a large one needs little memory. Its row comes first, so there
 * are never bytes without one; it cannot be found before its last byte is stored, and what a crash
 * leaves behind expires like any other file. Photos lose the marks of their place and camera.
 */
export async function writeFile(
  { database, fileStore }: Files,
  { expiresAt, share = 1, ...file }: NewFile,
  source: ByteSource,
): Promise<FileRow> {
  const { queries } = database
  const id = newId('file')
  const createdAt = new Date()
  await queries.insert(files).values({
    ...file,
    id,
    size: 0,
    sha256: '',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + unfinishedMs),
  })
  try {
    const { size, sha256 } = await writeBytes(fileStore, id, withoutPhotoMarks(source))
    const [row] = await database.transaction(async (tx) => {
      await lockRoom(tx, file.ownerId)
      await refuseTooMuch({ queries: tx, fileStore }, { ...file, size, share })
      return tx
        .update(files)
        .set({ size, sha256, expiresAt: expiresAt ?? null })
        .where(and(eq(files.id, id), isNotNull(files.ownerId)))
        .returning()
    })
    if (row === undefined) throw new Error(`The file ${id} was gone before it was finished`)
    return row
  } catch (error) {
    // Only sooner: without this the sweep does it.
    await fileStore.delete([id]).catch(() => {})
    throw error
  }
}

/** The owner has no room for a file. */
export class StorageFull extends Problem {
  constructor(maxOfOwner: number) {
    const size = `${Math.round((maxOfOwner / 1024 ** 3) * 10) / 10} GiB`
    super('body_too_large', {
      title: 'There is no room for another file',
      detail: `All files of your chats have at most ${size}. Keep chats for a shorter time to make room.`,
    })
  }
}

/** Has files of an owner that end at once wait for each other. */
async function lockRoom(queries: Queries, ownerId: string): Promise<void> {
  await queries.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`files ${ownerId}`}, 0))`,
  )
}

/** Refuses a file for which its owner has no room; what it finds holds only where the room is locked. */
export async function refuseTooMuch(
  { queries, fileStore: { maxOfOwner } }: { queries: Queries; fileStore: LimitedFileStore },
  { ownerId, size, share }: { ownerId: string; size: number; share: number },
): Promise<void> {
  if (maxOfOwner === undefined) return
  const [row] = await queries
    .select({ used: sql<number>`coalesce(sum(${files.size}), 0)::float8` })
    .from(files)
    .where(eq(files.ownerId, ownerId))
  if ((row?.used ?? 0) + size > maxOfOwner * share) throw new StorageFull(maxOfOwner)
}

/** Stores bytes, and measures them on the way; an error of their source is thrown as it is. */
async function writeBytes(
  store: FileStore,
  id: string,
  source: ByteSource,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  let broken: { error: unknown } | undefined
  async function* measured(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    } catch (error) {
      broken = { error }
      throw error
    }
  }
  await store.write(id, measured()).catch((error: unknown) => {
    throw broken === undefined ? new FileStoreError(error) : broken.error
  })
  return { size, sha256: hash.digest('hex') }
}

/** A finished file, without its bytes. */
export async function findFile(queries: Queries, id: string): Promise<FileRow | undefined> {
  const [row] = await queries
    .select()
    .from(files)
    .where(and(eq(files.id, id), ne(files.sha256, '')))
  return row
}

/** A finished file of this owner. */
export async function findOwnFile(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<FileRow | undefined> {
  const file = await findFile(queries, id)
  return file?.ownerId === ownerId ? file : undefined
}

/**
 * The range that a `Range` header asks for (RFC 9110, section 14). Undefined when the whole file is to
 * be sent, as for several ranges at once or a header that is not understood.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}

/** A file's bytes, or a range of them, read from the store as the client takes them. */
export async function readFile(
  store: FileStore,
  id: string,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  return store.read(id, range).catch((error: unknown) => {
    throw new FileStoreError(error)
  })
}

/** Keeps an uploaded file for good; undefined if the owner has none that waits by this id. */
export async function keepUpload(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<FileRow | undefined> {
  const isWaiting = and(ne(files.sha256, ''), isNotNull(files.expiresAt))
  const [row] = await queries
    .update(files)
    .set({ expiresAt: null })
    .where(and(eq(files.id, id), eq(files.ownerId, ownerId), isWaiting))
    .returning()
  return row
}

/** Makes a kept file an upload again that waits until then. */
export async function releaseUpload(queries: Queries, id: string, expiresAt: Date): Promise<void> {
  await queries.update(files).set({ expiresAt }).where(eq(files.id, id))
}

export async function deleteFile(queries: Queries, id: string): Promise<void> {
  await deleteFiles(queries, eq(files.id, id))
}

/**
 * Takes files from their owner, in the transaction of what they belong to: from then on nobody finds
 * them. Returns how many. The next sweep deletes their bytes and then their rows, as it does after an owner's row is gone.
 */
export async function deleteFiles(queries: Queries, which: SQL | undefined): Promise<number> {
  const taken = await queries
    .update(files)
    .set({ ownerId: null, name: '' })
    .where(which)
    .returning({ id: files.id })
  return taken.length
}

/** How many files the sweep deletes at once. */
const sweptAtOnce = 1000

/**
 * Deletes expired files, those that were never finished, and those without an owner. A row stays until
 * its bytes are gone, so that none are left where a process ends in between or the store is down.
 */
export async function sweepFiles({ database, fileStore }: Files, now: Date): Promise<void> {
  const { queries } = database
  // With an owner's row only the owner goes from a file, so its name is deleted here, whatever the store does.
  await deleteFiles(queries, or(isNull(files.ownerId), lte(files.expiresAt, now)))
  for (;;) {
    const rows = await queries
      .select({ id: files.id })
      .from(files)
      .where(isNull(files.ownerId))
      .limit(sweptAtOnce)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await fileStore.delete(ids)
    await queries.delete(files).where(inArray(files.id, ids))
  }
}
