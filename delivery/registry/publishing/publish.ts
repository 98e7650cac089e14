import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Release } from '../../releases/release.ts'
import { ReleaseFilesError, verifyFiles } from '../../signing/verify-files.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { lockApp } from '../tables/apps.ts'
import { addAudit } from '../tables/audit.ts'
import type { Queries } from '../tables/definition.ts'
import { findRelease, saveRelease, type ReleaseRow } from '../tables/releases.ts'
import { isPublished, knownApp, publishedBefore, type Upload } from './announce.ts'
import { checkRelease } from './check-release.ts'
import { liveReleases, refuseMisfit } from './live-releases.ts'
import { precompress } from './precompress.ts'
import { Staging, type Announcement } from './staging.ts'

/**
 * Publishes an announced release: everything about it is looked at once more, in the very folder
 * that will be served. `alongside` are releases that are going to everybody at the same time.
 */
export async function publishRelease(
  context: RegistryContext,
  upload: Upload,
  alongside: Release[] = [],
): Promise<ReleaseRow> {
  const staging = new Staging(context.releasesDir, upload.app, upload.version)
  const announcement = await staging.announcement()
  if (announcement === undefined) return publishedBefore(context, upload)
  try {
    return await publishStaged(context, { upload, staging, announcement, alongside })
  } catch (error) {
    // Sent twice at once: the other one was faster, and has cleaned up behind both.
    const row = await findRelease(context.database.queries, upload.app, upload.version)
    if (row !== undefined && isPublished(row, announcement)) return row
    throw error
  }
}

interface Staged {
  upload: Upload
  staging: Staging
  announcement: Announcement
  alongside: Release[]
}

async function publishStaged(
  { database, releasesDir }: RegistryContext,
  { upload, staging, announcement, alongside }: Staged,
): Promise<ReleaseRow> {
  const { app, version } = upload
  const owner = await knownApp(database.queries, app)
  const release = await checkRelease(announcement, owner, version)
  refuseMissing(staging.missing(release))
  refuseMisfit(release, await liveReleases(database.queries, { alongside }))
  const assembled = await assemble(staging, release, announcement)
  const row = await database.transaction((queries) =>
    putInPlace(queries, { releasesDir, assembled, upload, announcement }),
  )
  await staging.remove()
  return row
}

async function assemble(
  staging: Staging,
  release: Release,
  announcement: Announcement,
): Promise<string> {
  const assembled = await staging.assemble(release, announcement)
  try {
    await precompress(assembled, release)
    await verifyFiles(assembled, release)
    return assembled
  } catch (error) {
    await rm(assembled, { recursive: true, force: true })
    if (!(error instanceof ReleaseFilesError)) throw error
    throw new Refusal('validation_failed', `${error.message}.`, { isSuspicious: true })
  }
}

interface Placing {
  releasesDir: string
  assembled: string
  upload: Upload
  announcement: Announcement
}

/** The folder first: a row without files would be served, files without a row are replaced. */
async function putInPlace(
  queries: Queries,
  { releasesDir, assembled, upload, announcement }: Placing,
): Promise<ReleaseRow> {
  const { app, version, actor } = upload
  // Under the app's lock, so that the same release published twice at once is published once.
  await lockApp(queries, app)
  const existing = await findRelease(queries, app, version)
  if (existing !== undefined && isPublished(existing, announcement)) return existing
  const target = join(releasesDir, app, version)
  if (existsSync(target)) await rm(target, { recursive: true })
  await mkdir(dirname(target), { recursive: true })
  await rename(assembled, target)
  const row: ReleaseRow = {
    app,
    version,
    releaseJson: announcement.releaseJson,
    signature: announcement.signature.signature,
    keyId: announcement.signature.keyId,
    commit: announcement.commit ?? null,
    publishedAt: new Date(),
    publishedBy: actor,
    deletedAt: null,
  }
  await saveRelease(queries, row)
  await addAudit(queries, { actor, app, action: 'publish', after: { version, keyId: row.keyId } })
  return row
}

function refuseMissing([missing]: string[]): void {
  if (missing === undefined) return
  throw new Refusal('conflict', `${missing} has not arrived yet; send it and publish again.`)
}
