import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { requireWritable } from '@errand/database'

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

/** The id of a key: the first 16 hex digits of the SHA-256 of its public half. */
export function keyIdOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/** Where a data directory keeps its secrets. */
export const keysDir = (dataDir: string): string => join(dataDir, 'keys')

/** The private key with which this machine signs an app's releases; created at the first use. */
export const deployKey = (dataDir: string, app: string): string =>
  readOrCreateSecret(join(keysDir(dataDir), `${app}.pem`), () => createKeyPair().privateKey)

/** The secret in a file that only its owner can read; created at the first use. */
export function readOrCreateSecret(file: string, make: () => string): string {
  if (!existsSync(file)) writeOnce(file, make())
  return readFileSync(file, 'utf8').trim()
}

/** The first of two processes wins, and neither reads an incomplete secret. */
function writeOnce(file: string, secret: string): void {
  requireWritable('DATA_DIR', dirname(file), 0o700)
  const partial = `${file}.${process.pid}.partial`
  writeFileSync(partial, `${secret.trim()}\n`, { mode: 0o600 })
  try {
    linkSync(partial, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(partial)
  }
}
