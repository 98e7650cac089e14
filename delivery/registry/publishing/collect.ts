import { isPreview } from '../../releases/preview.ts'
import { stableOf } from '../../rollouts/channel.ts'
import { previewDays } from '../../rollouts/ticket.ts'
import type { Deed, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findChannel } from '../tables/channels.ts'
import type { Queries } from '../tables/definition.ts'
import { lockDocument } from '../tables/document.ts'
import { findRelease, listReleases, type ReleaseRow } from '../tables/releases.ts'
import { buryReleases } from './bury.ts'
import { defaultKeptDays } from './kept-days.ts'
import { removeAbandoned } from './staging.ts'

const dayMs = 24 * 60 * 60 * 1000

const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)

/** Which of an app's releases may go. */
interface CollectRequest extends Deed {
  olderThanDays: number
  /** For so long no page may have run it. */
  unseenDays: number
  isDryRun: boolean
}

/** What went, and what would have gone if nobody ran it any more. */
interface Collected {
  versions: string[]
  inUse: string[]
}

/** Deletes the files of an app's releases that nobody is given any more and no open page runs. */
export async function collectReleases(
  { database, releasesDir }: RegistryContext,
  { app, actor, olderThanDays, unseenDays, isDryRun }: CollectRequest,
): Promise<Collected> {
  if (!isDryRun) await removeAbandoned(releasesDir, app, daysAgo(olderThanDays))
  return database.transaction(async (queries) => {
    await lockDocument(queries)
    const old = await oldReleases(queries, app, olderThanDays)
    const rows = old.filter((row) => !isInUse(row, keptDays(row, unseenDays)))
    if (!isDryRun && rows.length > 0) await buryReleases(queries, { releasesDir, app, actor, rows })
    return {
      versions: versionsOf(rows),
      inUse: versionsOf(old.filter((row) => !rows.includes(row))),
    }
  })
}

/** Deletes the files of one release, whatever its age; one that is in use only by force. */
export async function deleteRelease(
  { database, releasesDir }: RegistryContext,
  { app, actor, version, isForced }: Deed & { version: string; isForced: boolean },
): Promise<void> {
  await database.transaction(async (queries) => {
    await lockDocument(queries)
    const row = await findRelease(queries, app, version)
    if (row === undefined) throw new Refusal('not_found', `${app} ${version} is not published.`)
    if (row.deletedAt !== null) return
    await refuseLive(queries, row)
    if (!isForced) refuseInUse(row)
    await buryReleases(queries, { releasesDir, app, actor, rows: [row] })
  })
}

const isInUse = ({ lastSeenAt }: ReleaseRow, unseenDays: number): boolean =>
  lastSeenAt !== null && lastSeenAt >= daysAgo(unseenDays)

const versionsOf = (rows: ReleaseRow[]): string[] => rows.map(({ version }) => version)

/** A preview stays for as long as a link to it may be good, and no longer. */
const keptDays = ({ version }: ReleaseRow, days: number): number =>
  isPreview(version) ? Math.min(days, previewDays) : days

async function oldReleases(queries: Queries, app: string, days: number): Promise<ReleaseRow[]> {
  const channel = await findChannel(queries, app)
  // Whatever their age: a page falls back on its lineage, and a team may have to go back.
  const used = new Set([...(channel?.lineage ?? []), channel?.candidate])
  const rows = await listReleases(queries, app)
  return rows.filter(
    (row) =>
      row.deletedAt === null &&
      row.publishedAt < daysAgo(keptDays(row, days)) &&
      !used.has(row.version),
  )
}

async function refuseLive(queries: Queries, { app, version }: ReleaseRow): Promise<void> {
  const channel = await findChannel(queries, app)
  if (channel === undefined) return
  if (version !== stableOf(channel) && version !== channel.candidate) return
  throw new Refusal('conflict', `${app} ${version} is what visitors are given; roll out another.`)
}

function refuseInUse(row: ReleaseRow): void {
  if (!isInUse(row, defaultKeptDays)) return
  throw new Refusal(
    'conflict',
    `A page ran ${row.app} ${row.version} at ${row.lastSeenAt?.toISOString()}; pages that still do would have to be reloaded. Wait until nobody has for ${defaultKeptDays} days, or force it.`,
  )
}
