import { createHash } from 'node:crypto'

import { and, asc, eq, gt, isNotNull, lte, ne } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { fileParts, files } from '../database/schema.ts'

export type FileRow = typeof files.$inferSelect

/**
 * How much of a file is in memory at a time. The database client receives larger rows in many pieces
 * and joins them over and over, which leaves much garbage.
 */
const partBytes = 32 * 1024
/** A file that is not finished by then was abandoned. */
const unfinishedMs = 60 * 60 * 1000

interface NewFile {
  ownerId: string
  name: string
  mimeType: string
  /** Deleted then unless `keepUpload` keeps it; without it at once a file like any other. */
  expiresAt?: Date
}

/**
 * Stores a file piece by piece, so that a large one needs little memory. It cannot be found before
 * its last piece is stored; what a crash leaves behind expires like any other file.
 */
export async function writeFile(
  { queries }: Pick<Database, 'queries'>,
  { expiresAt, ...file }: NewFile,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileRow> {
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
  const hash = createHash('sha256')
  let size = 0
  let part = 0
  for await (const bytes of inParts(source, partBytes)) {
    hash.update(bytes)
    size += bytes.length
    await queries.insert(fileParts).values({ fileId: id, part, bytes })
    part += 1
  }
  const [row] = await queries
    .update(files)
    .set({ size, sha256: hash.digest('hex'), expiresAt: expiresAt ?? null })
    .where(eq(files.id, id))
    .returning()
  if (row === undefined) throw new Error(`The file ${id} was gone before it was finished`)
  return row
}

/**
 * The same bytes in parts of that size, the last one smaller. All parts share one buffer, which the
 * next part overwrites: the caller has to be done with a part before asking for the next.
 */
async function* inParts(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  const part = new Uint8Array(size)
  let filled = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + size - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < size) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
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

/** Which bytes of a file are wanted; both ends are among them. */
export interface ByteRange {
  from: number
  to: number
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

/** A file's bytes, or a range of them, read from the database as the client takes them. */
export function readFile(
  { queries }: Pick<Database, 'queries'>,
  id: string,
  { from, to }: ByteRange = { from: 0, to: Infinity },
): ReadableStream<Uint8Array> {
  // All parts but the last have the same size, so the first part of a range can be computed.
  let last = Math.floor(from / partBytes) - 1
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const [next] = await queries
          .select()
          .from(fileParts)
          .where(and(eq(fileParts.fileId, id), gt(fileParts.part, last)))
          .orderBy(asc(fileParts.part))
          .limit(1)
        const start = (next?.part ?? 0) * partBytes
        if (next === undefined || start > to) {
          controller.close()
          return
        }
        last = next.part
        controller.enqueue(next.bytes.subarray(Math.max(0, from - start), to - start + 1))
      },
    },
    { highWaterMark: 0 },
  )
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
  await queries.delete(files).where(eq(files.id, id))
}

/** Deletes expired files, and those that were never finished. */
export async function sweepFiles(queries: Queries, now: Date): Promise<void> {
  await queries.delete(files).where(lte(files.expiresAt, now))
}
