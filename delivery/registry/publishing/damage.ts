import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { releaseFileName } from '../../releases/release.ts'
import type { Change, GuardChange } from '../../rollouts/change.ts'
import { flagNameOf, stableOf, type Channel } from '../../rollouts/channel.ts'
import {
  ReleaseFilesError,
  releaseSignatureSchema,
  signatureFileName,
  verifyListed,
} from '../../signing/signatures.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findChannel, findRelease, manifestOf, type ReleaseRow } from '../tables/queries.ts'

/** Refuses to give a damaged release to more visitors: edges serve only what was published. */
export async function refuseDamage(
  context: RegistryContext,
  app: string,
  changes: (Change | GuardChange)[],
): Promise<void> {
  if (flagNameOf(app) !== undefined) return
  const channel = await findChannel(context.database.queries, app)
  for (const change of changes) {
    const version = versionGivenBy(change, channel)
    const sentence = version && (await describeDamage(context, app, version))
    if (sentence) throw new Refusal('conflict', sentence)
  }
}

/** The release that a change gives to additional visitors. */
function versionGivenBy(
  change: Change | GuardChange,
  channel: Channel | undefined,
): string | null | undefined {
  if (change.type === 'promote' || change.type === 'advance') return channel?.candidate
  if (change.type !== 'rollout') return undefined
  const isSmallerShare = change.version === channel?.candidate && change.weight <= channel.weight
  return isSmallerShare ? undefined : change.version
}

/** What is wrong with the release that a channel went back to; a rollback is never refused. */
export async function warnOfDamage(
  context: RegistryContext,
  channel: Channel,
): Promise<string | undefined> {
  const { app } = channel
  const stable = stableOf(channel)
  if (flagNameOf(app) !== undefined || stable === undefined) return undefined
  return describeDamage(context, app, stable)
}

async function describeDamage(
  { database, releasesDir }: RegistryContext,
  app: string,
  version: string,
): Promise<string | undefined> {
  const row = await findRelease(database.queries, app, version)
  if (row === undefined || row.deletedAt !== null) return undefined
  const damage = await findDamage(releasesDir, row)
  return (
    damage &&
    `No edge can serve ${app} ${version}: ${damage} in the store. Release it again, which puts the files back.`
  )
}

/** How the files of a published release differ from what was published, in a few words. */
export async function findDamage(
  releasesDir: string,
  row: ReleaseRow,
): Promise<string | undefined> {
  const folder = join(releasesDir, row.app, row.version)
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  if ((await read(releaseFileName)) !== row.releaseJson)
    return `${releaseFileName} is not what was published`
  if (!isSigned(await read(signatureFileName), row))
    return `${signatureFileName} is not what was published`
  try {
    await verifyListed(folder, manifestOf(row))
    return undefined
  } catch (error) {
    if (error instanceof ReleaseFilesError) return error.message
    throw error
  }
}

function isSigned(text: string, { keyId, signature }: ReleaseRow): boolean {
  try {
    const signed = releaseSignatureSchema.parse(JSON.parse(text))
    return signed.keyId === keyId && signed.signature === signature
  } catch {
    return false
  }
}
