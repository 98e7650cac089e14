import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
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
import { incomingDir } from './publish.ts'

/** The minimum age of a release whose files may be deleted: no tab stays open longer. */
export const defaultKeptDays = 90

const dayMs = 24 * 60 * 60 * 1000

const dateDaysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)

/** Which of an app's releases may be deleted. */
interface CollectRequest extends AuditContext {
  olderThanDays: number
  isDryRun: boolean
}

/** Deletes the files of an app's old releases that nobody gets any more; returns their versions. */
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

/** Deletes the files of one release, whatever its age, unless visitors get it. */
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
  // Whatever their age: pages fall back on the lineage, and a team may have to roll back.
  const used = new Set([...(channel?.lineage ?? []), channel?.candidate])
  const rows = await listReleases(queries, app)
  return rows.filter(({ version, deletedAt, publishedAt }) => {
    // A preview is kept as long as a link to it may be valid.
    const keptDays = isPreview(version) ? Math.min(days, previewDays) : days
    return deletedAt === null && publishedAt < dateDaysAgo(keptDays) && !used.has(version)
  })
}

/**
 * Replaces the files by a tombstone and keeps the row. The document has to be locked, so that a
 * release cannot be rolled out while it is deleted.
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
  // Renamed first and then deleted: a page sees all of a release or none of it.
  if (existsSync(folder)) await rename(folder, old)
  // Before anything else: the disk may be full, and deleting is what helps.
  await rm(old, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const tombstone = { app, version, deletedAt: deletedAt.toISOString() }
  await writeFile(join(folder, tombstoneName), `${JSON.stringify(tombstone, null, 2)}\n`)
  await markDeleted(queries, { app, version }, deletedAt)
  await addAudit(queries, { actor, app, action: 'delete', before: { version } })
  // A release without files cannot be rolled back to.
  const channel = await findChannel(queries, app)
  if (!channel?.lineage.includes(version)) return
  const lineage = channel.lineage.filter((other) => other !== version)
  await putChannel(queries, { ...channel, lineage, revision: channel.revision + 1 })
}

/** Removes uploads that a killed registry left unfinished. */
async function removeAbandoned(releasesDir: string): Promise<void> {
  const directory = join(releasesDir, incomingDir)
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    const { mtimeMs } = statSync(join(directory, name), { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && mtimeMs < Date.now() - dayMs)
      await rm(join(directory, name), { recursive: true, force: true })
  }
}
