import type { Database } from '../database/database.ts'
import type { exportJobs } from '../database/schema.ts'

export type ExportRow = typeof exportJobs.$inferSelect

/** A file as it is made: its bytes are read as they are taken. */
export interface ExportFile {
  name: string
  mimeType: string
  chunks: AsyncIterable<Uint8Array>
}

/** Makes the file of one kind of export; tells now and then how far it is, from 0 to 1. */
export type MakeFile = (
  database: Database,
  row: ExportRow,
  onProgress: (progress: number) => void,
) => Promise<ExportFile>
