import * as z from 'zod/mini'

/** Who vouches for the bytes of a release.json: Ed25519, and with it for every file it lists. */
export const releaseSignatureSchema = z.object({ keyId: z.string(), signature: z.base64() })
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>

/** The name of the signature among the release's files. */
export const signatureFileName = 'release.sig.json'

/** Public keys as PEM, by their ids. */
export type PublicKeys = Readonly<Record<string, string>>

/**
 * Whether one of these keys signed exactly these bytes. By WebCrypto: an edge asks too, and edges
 * also run where there is no Node.
 */
export async function verifySignature(
  releaseJson: Uint8Array<ArrayBuffer>,
  { keyId, signature }: ReleaseSignature,
  publicKeys: PublicKeys,
): Promise<boolean> {
  const pem = Object.hasOwn(publicKeys, keyId) ? publicKeys[keyId] : undefined
  if (pem === undefined) return false
  const key = fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  // The id is a hint that anybody can write: the key under it has to be the one it names.
  if ((await idOf(key)) !== keyId) return false
  const imported = await crypto.subtle.importKey('spki', key, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, fromBase64(signature), releaseJson)
}

async function idOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', key))
  const digits = Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('')
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
