import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { releaseFileName } from '../../releases/release.ts'
import type { Change } from '../../rollouts/change.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import {
  ReleaseFilesError,
  releaseSignatureSchema,
  signatureFileName,
  verifyListed,
} from '../../signing/signatures.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { accountOf, findChannel, findRelease, type ReleaseRow } from '../tables/queries.ts'

/** Edges serve what was published to the byte, and nothing of a release that is damaged. */
export async function refuseDamage(
  { database, releasesDir }: RegistryContext,
  app: string,
  changes: Change[],
): Promise<void> {
  if (flagNameOf(app) !== undefined) return
  const { queries } = database
  for (const change of changes) {
    const version =
      change.type === 'promote'
        ? (await findChannel(queries, app))?.candidate
        : change.type === 'rollout' && change.version
    const row = version ? await findRelease(queries, app, version) : undefined
    const damage = row && row.deletedAt === null ? await findDamage(releasesDir, row) : undefined
    if (damage === undefined) continue
    throw new Refusal(
      'conflict',
      `No edge can serve ${app} ${version}: ${damage} in the store. Release it again, which puts the files back.`,
    )
  }
}

/** What of a published release is not in the store as it was published, in a few words. */
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
    await verifyListed(folder, accountOf(row))
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
