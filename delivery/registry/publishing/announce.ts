import type { Release } from '../../releases/release.ts'
import type { Deed, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findApp, type App } from '../tables/apps.ts'
import type { Queries } from '../tables/definition.ts'
import { findRelease, markPublished, type ReleaseRow } from '../tables/releases.ts'
import { checkRelease } from './check-release.ts'
import { liveReleases, refuseMisfit } from './live-releases.ts'
import { Staging, type Announcement } from './staging.ts'

/** One release on its way in. */
export interface Upload extends Deed {
  version: string
}

/** How far it is: the names of files still to be sent, or that all is published. */
export interface UploadState {
  isPublished: boolean
  missing: string[]
}

interface AnnounceOptions {
  /** Looks whether it could be published, and keeps nothing. */
  isDryRun?: boolean
  /** Releases that are going to everybody at the same time. */
  alongside?: Release[]
}

/** Takes the account of a release and says which of its files have to be sent. */
export async function announceRelease(
  context: RegistryContext,
  upload: Upload,
  announcement: Announcement,
  { isDryRun = false, alongside = [] }: AnnounceOptions = {},
): Promise<UploadState> {
  const { queries } = context.database
  const { app, version } = upload
  const release = await checkRelease(announcement, await knownApp(queries, app), version)
  if (isPublished(await findRelease(queries, app, version), announcement)) {
    if (!isDryRun) {
      // A source that was taken back to what it was has the same version again, and that is the latest.
      await markPublished(queries, { app, version }, new Date())
    }
    return { isPublished: true, missing: [] }
  }
  // Before a single file is sent, and once more when it is published.
  refuseMisfit(release, await liveReleases(queries, { alongside }))
  const staging = new Staging(context.releasesDir, app, version)
  if (!isDryRun) await staging.announce(announcement)
  return { isPublished: false, missing: staging.missing(release) }
}

/** Takes the bytes of one file of an announced release. */
export async function receiveFile(
  context: RegistryContext,
  { app, version }: Omit<Upload, 'actor'>,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const staging = new Staging(context.releasesDir, app, version)
  const announcement = await staging.announcement()
  if (announcement === undefined) {
    await publishedBefore(context, { app, version })
    return
  }
  const owner = await knownApp(context.database.queries, app)
  const release = await checkRelease(announcement, owner, version)
  await staging.receive(release, file.name, file.bytes)
}

/** Whether exactly this release is there; throws a `Refusal` when another one has its version. */
export function isPublished(row: ReleaseRow | undefined, { releaseJson }: Announcement): boolean {
  if (row === undefined) return false
  if (row.releaseJson !== releaseJson) {
    throw new Refusal(
      'conflict',
      `${row.app} ${row.version} is published already, with other files; a release never changes.`,
    )
  }
  return row.deletedAt === null
}

/** The app under this name, with the keys that may sign for it. */
export async function knownApp(queries: Queries, name: string): Promise<App> {
  const app = await findApp(queries, name)
  if (app !== undefined) return app
  throw new Refusal(
    'not_found',
    `The registry knows no app ${name}; an admin adds it with "errand keys add ${name}".`,
  )
}

/** The release, when it needs no announcement any more because it is there. */
export async function publishedBefore(
  { database }: RegistryContext,
  { app, version }: Omit<Upload, 'actor'>,
): Promise<ReleaseRow> {
  const published = await findRelease(database.queries, app, version)
  if (published?.deletedAt === null) return published
  throw new Refusal('not_found', 'No such release was announced; send its release.json first.')
}
