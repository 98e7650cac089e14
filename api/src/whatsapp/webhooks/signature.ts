import { webcrypto } from 'node:crypto'

const prefix = 'sha256='
const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Whether it is a signature at all; what is none need not be compared with anything. */
export const isSignature = (text: string): boolean => /^sha256=[0-9a-f]{64}$/i.test(text)

/**
 * Whether the bytes were signed with the secret; takes as long for a wrong signature as for a good
 * one. Three megabytes are verified beside the event loop.
 */
export async function isSignedWith(
  secret: string,
  { body, signature }: { body: Uint8Array<ArrayBuffer>; signature: string },
): Promise<boolean> {
  if (!isSignature(signature)) return false
  const { subtle } = webcrypto
  const bytes = new TextEncoder().encode(secret)
  const key = await subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return subtle.verify(algorithm, key, Buffer.from(signature.slice(prefix.length), 'hex'), body)
}
