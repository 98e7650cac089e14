import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'

/** A pair of Ed25519 keys as PEM. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** Makes a new pair. */
export const createKeyPair = (): KeyPair =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** The public half of a key; throws when the PEM is no Ed25519 key. */
export function publicKeyOf(pem: string): string {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('Not an Ed25519 key')
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

/** What a key is called: the first 16 hex digits of the SHA-256 of its public half. */
export function keyIdOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}
