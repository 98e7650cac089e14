import { sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { releaseFileName } from '../releases/release.ts'
import { keyIdOf } from './keys.ts'
import { signatureFileName, type ReleaseSignature } from './release-signature.ts'

/** Signs bytes with a private key. */
export const signBytes = (bytes: Uint8Array, privateKey: string): ReleaseSignature => ({
  keyId: keyIdOf(privateKey),
  signature: sign(null, bytes, privateKey).toString('base64'),
})

/** Signs the finished build in a folder and writes the signature beside its release.json. */
export function signRelease(distDir: string, privateKey: string): ReleaseSignature {
  const signature = signBytes(readFileSync(join(distDir, releaseFileName)), privateKey)
  writeFileSync(join(distDir, signatureFileName), `${JSON.stringify(signature, null, 2)}\n`)
  return signature
}
