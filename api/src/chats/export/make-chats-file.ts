import type { MakeFile } from '../../exports/export-file.ts'
import { chatsFile } from './chats-file.ts'
import { countMessages, readScope, type ExportQuery } from './export-scope.ts'

/** More than this nobody counts for a bar that shows progress. */
const countedAtMost = 1_000_000

/** Writes chats into a file in the background, as they were asked for. */
export const makeChatsFile: MakeFile = async ({ queries }, row, onProgress) => {
  // As it was checked when it was asked for.
  const query = row.query as ExportQuery
  const scope = await readScope(queries, row.ownerId, { query, now: row.createdAt })
  const total = await countMessages(queries, scope, countedAtMost)
  return chatsFile(queries, {
    scope,
    query,
    now: row.createdAt,
    onMessage: (done) => onProgress(done / Math.max(total, 1)),
  })
}
