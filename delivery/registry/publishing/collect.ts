import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isPreview, tombstoneName } from '../../releases/release.ts'
import { stableOf } from '../../rollouts/channel.ts'
import { previewDays } from '../../rollouts/ticket.ts'
import { putChannel } from '../change-channel.ts'
import type { AuditContext, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Queries } from '../tables/definition.ts'
import {
  addAudit,
  findChannel,
  findRelease,
  listReleases,
  lockDocument,
  markDeleted,
  type ReleaseRow,
} from '../tables/queries.ts'
import { removeAbandoned } from './publish.ts'

/** How long ago a release was published before its files may go: no tab is open for longer. */
export const defaultKeptDays = 90

const dayMs = 24 * 60 * 60 * 1000

const dateDaysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)

/** Which of an app's releases may go. */
interface CollectRequest extends AuditContext {
  olderThanDays: number
  isDryRun: boolean
}

/** Deletes the files of an app's old releases that nobody is given any more; answers which. */
export async function collectReleases(
  { database, releasesDir }: RegistryContext,
  { app, actor, olderThanDays, isDryRun }: CollectRequest,
): Promise<string[]> {
  if (!isDryRun) await removeAbandoned(releasesDir)
  return database.transaction(async (queries) => {
    await lockDocument(queries)
    const rows = await oldReleases(queries, app, olderThanDays)
    if (!isDryRun) {
      for (const row of rows) await deleteReleaseFiles(queries, releasesDir, row, actor)
    }
    return rows.map(({ version }) => version)
  })
}

/** Deletes the files of one release, whatever its age, unless visitors are given it. */
export async function deleteRelease(
  { database, releasesDir }: RegistryContext,
  { app, actor, version }: AuditContext & { version: string },
): Promise<void> {
  await database.transaction(async (queries) => {
    await lockDocument(queries)
    const row = await findRelease(queries, app, version)
    if (row === undefined) throw new Refusal('not_found', `${app} ${version} is not published.`)
    if (row.deletedAt !== null) return
    const channel = await findChannel(queries, app)
    if (channel && (version === stableOf(channel) || version === channel.candidate)) {
      throw new Refusal(
        'conflict',
        `${app} ${version} is what visitors are given; roll out another.`,
      )
    }
    await deleteReleaseFiles(queries, releasesDir, row, actor)
  })
}

async function oldReleases(queries: Queries, app: string, days: number): Promise<ReleaseRow[]> {
  const channel = await findChannel(queries, app)
  // Whatever their age: a page falls back on its lineage, and a team may have to go back.
  const used = new Set([...(channel?.lineage ?? []), channel?.candidate])
  const rows = await listReleases(queries, app)
  return rows.filter(({ version, deletedAt, publishedAt }) => {
    // A preview stays for as long as a link to it may be good, and no longer.
    const keptDays = isPreview(version) ? Math.min(days, previewDays) : days
    return deletedAt === null && publishedAt < dateDaysAgo(keptDays) && !used.has(version)
  })
}

/**
 * Leaves a word where the files were; the row stays. The document has to be locked: nothing that is
 * being deleted can be rolled out meanwhile.
 */
async function deleteReleaseFiles(
  queries: Queries,
  releasesDir: string,
  { app, version }: ReleaseRow,
  actor: string,
): Promise<void> {
  const deletedAt = new Date()
  const folder = join(releasesDir, app, version)
  const old = join(releasesDir, app, `.${version}-${randomUUID()}`)
  // Moved in one step and deleted then: a page sees all of a release or none of it.
  if (existsSync(folder)) await rename(folder, old)
  // First of all: the disk may be full, and clearing up is what helps.
  await rm(old, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const tombstone = { app, version, deletedAt: deletedAt.toISOString() }
  await writeFile(join(folder, tombstoneName), `${JSON.stringify(tombstone, null, 2)}\n`)
  await markDeleted(queries, { app, version }, deletedAt)
  await addAudit(queries, { actor, app, action: 'delete', before: { version } })
  // Nobody can go back to a release without files.
  const channel = await findChannel(queries, app)
  if (!channel?.lineage.includes(version)) return
  const lineage = channel.lineage.filter((other) => other !== version)
  await putChannel(queries, { ...channel, lineage, revision: channel.revision + 1 })
}
