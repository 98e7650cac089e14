import { createHash } from 'node:crypto'

import type { Database } from './tables/definition.ts'
import { readDocument } from './tables/queries.ts'
import { documentChannel } from './tables/sightings.ts'

/** The rollout document as it is sent. */
interface DocumentText {
  text: string
  etag: string
}

/** The rollout document, kept in memory: each edge asks for it every second. */
export interface KeptDocument {
  read: () => Promise<DocumentText>
  /** After a change: the next read asks the database. */
  forget: () => void
}

/** How long a document is kept at most, in case a notification of the database was lost. */
const maxAgeMs = 10_000

/** Keeps the rollout document, and forgets it when another registry has changed something. */
export async function keepDocument(database: Database, ticketKey: string): Promise<KeptDocument> {
  let kept: { document: Promise<DocumentText>; readAt: number } | undefined
  const forget = () => {
    kept = undefined
  }
  await database.listen(documentChannel, forget)
  return {
    forget,
    read: async () => {
      const now = performance.now()
      if (kept !== undefined && now > kept.readAt + maxAgeMs) forget()
      const asked = (kept ??= { document: load(), readAt: now })
      try {
        return await asked.document
      } catch (error) {
        if (kept === asked) forget()
        throw error
      }
    },
  }

  async function load(): Promise<DocumentText> {
    const text = JSON.stringify(await readDocument(database.queries, ticketKey))
    // Of the content: another key, or a database that was restored, may have the same revision.
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    return { text, etag }
  }
}
