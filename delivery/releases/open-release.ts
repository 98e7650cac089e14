import {
  releaseSignatureSchema,
  signatureFileName,
  verifySignature,
  type PublicKeys,
} from '../signing/verify-signature.ts'
import type { ReleaseStore } from './release-store.ts'
import { releaseFileName, releaseSchema, type Release } from './release.ts'

/** The name of a release: its folder in a store. */
export interface ReleaseName {
  app: string
  version: string
}

/**
 * Reads the account of a release and verifies who signed it; nothing when it is not there. Throws
 * when it is not what its app has published.
 */
export async function openRelease(
  store: ReleaseStore,
  { app, version }: ReleaseName,
  keys: PublicKeys,
): Promise<Release | undefined> {
  const folder = `${app}/${version}`
  const bytes = await store.read(`${folder}/${releaseFileName}`)
  if (bytes === undefined) return undefined
  const signed = await store.read(`${folder}/${signatureFileName}`)
  if (signed === undefined) throw new Error('It is not signed')
  const signature = releaseSignatureSchema.parse(parse(signed))
  if (!(await verifySignature(bytes, signature, keys)))
    throw new Error(`It was altered, or ${signature.keyId} is no key of ${app}`)
  const release = releaseSchema.parse(parse(bytes))
  if (release.app !== app || release.version !== version)
    throw new Error(`It is the account of ${release.app}@${release.version}`)
  return release
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))
