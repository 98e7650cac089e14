import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { removeAbandoned } from './staging.ts'
import { tombstoneName } from '../../releases/open-releases.ts'
import type { Deed, RegistryContext } from '../context.ts'
import { addAudit } from '../tables/audit.ts'
import { putChannel } from '../changes/put-channel.ts'
import { findChannel } from '../tables/channels.ts'
import type { Queries } from '../tables/definition.ts'
import { lockDocument } from '../tables/document.ts'
import { listReleases, markDeleted, type ReleaseRow } from '../tables/releases.ts'

/** So many of the newest stable releases stay whatever their age: somebody may have to go back. */
const keptStable = 2
const dayMs = 24 * 60 * 60 * 1000

/**
 * Deletes the files of an app's releases that nobody is given any more, and leaves a word about it
 * where they were; gives back the versions. Their rows stay.
 */
export async function collectReleases(
  { database, releasesDir }: RegistryContext,
  { app, actor, olderThanDays, isDryRun }: Deed & { olderThanDays: number; isDryRun: boolean },
): Promise<string[]> {
  const before = new Date(Date.now() - olderThanDays * dayMs)
  if (!isDryRun) await removeAbandoned(releasesDir, app, before)
  return database.transaction(async (queries) => {
    // Nothing that is being deleted can be rolled out meanwhile.
    await lockDocument(queries)
    const rows = await unusedReleases(queries, app, before)
    const versions = rows.map(({ version }) => version)
    if (isDryRun || rows.length === 0) return versions
    for (const row of rows) {
      const deletedAt = new Date()
      await bury(releasesDir, row, deletedAt)
      await markDeleted(queries, row, deletedAt)
      await addAudit(queries, { actor, app, action: 'delete', before: { version: row.version } })
    }
    await forget(queries, app, versions)
    return versions
  })
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

async function unusedReleases(queries: Queries, app: string, before: Date): Promise<ReleaseRow[]> {
  const channel = await findChannel(queries, app)
  const used = new Set([...(channel?.lineage.slice(0, keptStable) ?? []), channel?.candidate])
  const rows = await listReleases(queries, app)
  return rows.filter(
    ({ version, publishedAt, deletedAt }) =>
      deletedAt === null && publishedAt < before && !used.has(version),
  )
}

async function bury(
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
