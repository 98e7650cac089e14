import { isAccountOpen } from '../auth/auth.repo.ts'
import type { Database, Queries } from '../database/database.ts'
import { deleteFile, writeFile } from '../files/files.service.ts'
import type { Queue, TaskHandlers } from '../queue/queue.ts'
import type { ExportRow, MakeFile } from './export-file.ts'
import {
  deleteEarlierFiles,
  keptMs,
  lockExport,
  noteProgress,
  tellOfExport,
  updateExport,
} from './exports.repo.ts'
import { mailReadyExport } from './mail-ready-export.ts'

/** Who makes the file of which kind. */
export type FileMakers = Partial<Record<ExportRow['kind'], MakeFile>>

/**
 * Makes the files that were asked for. Whoever tries again begins a file of his own: the first that
 * is finished counts, and a half one cannot be found.
 */
export function createMakeExport(
  { database, queue }: { database: Database; queue: Queue },
  makers: FileMakers,
): TaskHandlers['export.make'] {
  return async ({ exportId }) => {
    const row = await database.transaction((queries) => take(queries, exportId))
    if (row === undefined) return
    const make = makers[row.kind]
    if (make === undefined) throw new Error(`Nobody makes exports of ${row.kind}`)
    const progress = new Progress(database, exportId)
    const { chunks, ...file } = await make(database, row, (share) => {
      progress.share = share
    })
    const { id: fileId } = await writeFile(
      database,
      { ...file, ownerId: row.ownerId, expiresAt: new Date(Date.now() + keptMs) },
      progress.follow(chunks),
    )
    await database.transaction((queries) => finish(queries, queue, { row, fileId }))
  }
}

async function take(queries: Queries, id: string): Promise<ExportRow | undefined> {
  const row = await lockExport(queries, id)
  if (row === undefined || row.status === 'ready' || row.status === 'failed') return undefined
  if (!(await isAccountOpen(queries, row.ownerId))) return undefined
  await updateExport(queries, id, { status: 'running', progress: 0 })
  return row
}

async function finish(
  queries: Queries,
  queue: Queue,
  { row: { id, ownerId }, fileId }: { row: ExportRow; fileId: string },
): Promise<void> {
  const row = await lockExport(queries, id)
  // Gone with its owner, another worker was faster, or it took so long that it was given up.
  if (row?.status !== 'running') return deleteFile(queries, fileId)
  await updateExport(queries, id, { status: 'ready', progress: 1, fileId, finishedAt: new Date() })
  await deleteEarlierFiles(queries, row)
  await mailReadyExport(queries, queue, row)
  await tellOfExport(queries, ownerId, id)
}

const everyMs = 500

/** Writes down how far a file is, but not at every step. */
class Progress {
  share = 0
  #writtenAt = Date.now()
  readonly #database: Database
  readonly #id: string

  constructor(database: Database, id: string) {
    this.#database = database
    this.#id = id
  }

  async *follow(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk
      if (Date.now() - this.#writtenAt < everyMs) continue
      this.#writtenAt = Date.now()
      await noteProgress(this.#database.queries, this.#id, Math.min(this.share, 0.99))
    }
  }
}
