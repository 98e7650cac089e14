import { createHash } from 'node:crypto'

import type { LogError } from './refusal.ts'
import { listFailing } from './signal/failing-releases.ts'
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
export async function keepDocument(
  database: Database,
  ticketKey: string,
  logError: LogError,
): Promise<KeptDocument> {
  let failing: string[] = []
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
    void readFailing()
    const text = JSON.stringify({ ...(await readDocument(database.queries, ticketKey)), failing })
    // Of the content: another key, or a database that was restored, may have the same revision.
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    return { text, etag }
  }

  /** Beside the document: however long it takes, a release can be taken back meanwhile. */
  async function readFailing(): Promise<void> {
    try {
      const rows = await listFailing(database.queries)
      const names = rows.map(({ app, version }) => `${app}@${version}`)
      if (names.join() !== failing.join()) forget()
      failing = names
    } catch (error) {
      logError('the failing releases could not be read', error)
    }
  }
}
