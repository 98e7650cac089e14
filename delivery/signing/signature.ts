import { sign, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { releaseFileName } from '../releases/release.ts'
import { keyIdOf } from './keys.ts'

/** Who vouches for the bytes of a release.json: Ed25519, and with it for every file it lists. */
export const releaseSignatureSchema = z.object({ keyId: z.string(), signature: z.base64() })
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>

/** The name of the signature among the release's files. */
export const signatureFileName = 'release.sig.json'

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

/** Whether one of these keys, by their ids, signed exactly these bytes. */
export function verifySignature(
  releaseJson: Uint8Array,
  { keyId, signature }: ReleaseSignature,
  publicKeys: Readonly<Record<string, string>>,
): boolean {
  const publicKey = Object.hasOwn(publicKeys, keyId) ? publicKeys[keyId] : undefined
  // The id is a hint that anybody can write: the key under it has to be the one it names.
  if (publicKey === undefined || keyIdOf(publicKey) !== keyId) return false
  return verify(null, releaseJson, publicKey, Buffer.from(signature, 'base64'))
}
