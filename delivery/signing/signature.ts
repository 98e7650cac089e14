import { sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { releaseFileName } from '../releases/release.ts'
import { keyIdOf } from './keys.ts'
import { signatureFileName, type ReleaseSignature } from './release-signature.ts'

/** Signs the finished build in a folder and writes the signature beside its release.json. */
export function signRelease(distDir: string, privateKey: string): ReleaseSignature {
  const bytes = readFileSync(join(distDir, releaseFileName))
  const signature: ReleaseSignature = {
    keyId: keyIdOf(privateKey),
    signature: sign(null, bytes, privateKey).toString('base64'),
  }
  writeFileSync(join(distDir, signatureFileName), `${JSON.stringify(signature, null, 2)}\n`)
  return signature
}
