import type { ChannelRow } from '../tables/channels.ts'
import { accountOf, type ReleaseRow } from '../tables/releases.ts'

/** A release as the registry tells of it. */
export const releaseView = (row: ReleaseRow) => ({
  app: row.app,
  version: row.version,
  kind: accountOf(row).kind,
  keyId: row.keyId,
  commit: row.commit,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: row.publishedBy,
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

/** A channel as the registry tells of it. */
export const channelView = ({ changedAt, ...channel }: ChannelRow) => ({
  ...channel,
  changedAt: changedAt.toISOString(),
})
