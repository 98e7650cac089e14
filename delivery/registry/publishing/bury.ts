import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { tombstoneName } from '../../releases/open-releases.ts'
import { putChannel } from '../changes/put-channel.ts'
import { addAudit } from '../tables/audit.ts'
import { findChannel } from '../tables/channels.ts'
import type { Queries } from '../tables/definition.ts'
import { markDeleted, type ReleaseRow } from '../tables/releases.ts'

interface Burial {
  releasesDir: string
  app: string
  actor: string
  rows: ReleaseRow[]
}

/**
 * Deletes the files of an app's releases and leaves a word about it where they were; the rows stay.
 * The document has to be locked: nothing that is being deleted can be rolled out meanwhile.
 */
export async function buryReleases(
  queries: Queries,
  { releasesDir, app, actor, rows }: Burial,
): Promise<void> {
  for (const row of rows) {
    const deletedAt = new Date()
    await replaceByTombstone(releasesDir, row, deletedAt)
    await markDeleted(queries, row, deletedAt)
    await addAudit(queries, { actor, app, action: 'delete', before: { version: row.version } })
  }
  await forget(
    queries,
    app,
    rows.map(({ version }) => version),
  )
}

/** Nobody can go back to a release without files. */
async function forget(queries: Queries, app: string, versions: string[]): Promise<void> {
  const channel = await findChannel(queries, app)
  if (!channel?.lineage.some((version) => versions.includes(version))) return
  await putChannel(queries, {
    ...channel,
    lineage: channel.lineage.filter((version) => !versions.includes(version)),
    revision: channel.revision + 1,
  })
}

async function replaceByTombstone(
  releasesDir: string,
  { app, version }: ReleaseRow,
  deletedAt: Date,
): Promise<void> {
  const grave = join(releasesDir, app, version)
  const old = join(releasesDir, app, `.${version}-${randomUUID()}`)
  // Moved in one step and deleted then: a page sees all of a release or none of it.
  if (existsSync(grave)) await rename(grave, old)
  await mkdir(grave, { recursive: true })
  const tombstone = { app, version, deletedAt: deletedAt.toISOString() }
  await writeFile(join(grave, tombstoneName), `${JSON.stringify(tombstone, null, 2)}\n`)
  await rm(old, { recursive: true, force: true })
}
