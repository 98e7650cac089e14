import { randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { Problem } from '../http/problem.ts'

/** Where the bytes of files are kept; their rows are in the database, see `files.service.ts`. */
export interface FileStore {
  /** Stores the bytes; nothing of them can be read before the last one is stored. */
  write: (id: string, source: ByteSource) => Promise<void>
  /** Rejects for a file that is not there; its bytes are fetched as the stream is read. */
  read: (id: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array>>
  /** Deletes files, and what is left of writes that broke off; none of them has to be there. */
  delete: (ids: string[]) => Promise<void>
}

/** A store, and how many bytes one owner may have in it; any number without it. */
export interface LimitedFileStore extends FileStore {
  maxOfOwner?: number | undefined
}

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Which bytes of a file are wanted; both ends are among them. */
export interface ByteRange {
  from: number
  to: number
}

/** The store does not answer, or has lost a file; whoever asked for it is told to try again. */
export class FileStoreError extends Problem {
  constructor(cause: unknown) {
    super('service_unavailable', {
      title: 'Files cannot be saved or opened right now. Please try again in a moment.',
      retryAfter: 30,
      cause,
    })
  }
}

/**
 * The path of a file's bytes, the same in each store, so that files can be copied from one to another.
 * Folders are named by the end of the id: it is random, while ids of the same time begin alike.
 */
export const pathOf = (id: string): string => `${id.slice(-2)}/${id}`

/** How many names checks use, so that what a killed one leaves is deleted by a later one. */
const checkNames = 1000

/** Writes, reads and deletes a small file; rejects if the store cannot do one of them. */
export async function checkFileStore(store: FileStore): Promise<void> {
  const id = `check_${String(randomInt(checkNames)).padStart(4, '0')}`
  const written = Buffer.from('errand')
  await store.write(id, [written])
  const read = await buffer(await store.read(id))
  await store.delete([id])
  if (!written.equals(read)) throw new Error('The store returned other bytes')
}
