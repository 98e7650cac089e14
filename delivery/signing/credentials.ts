import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'

import { createKeyPair, keysDir, readOrCreateSecret } from './keys.ts'

/** A new bearer token; the prefix lets scanners of leaked secrets find it. */
export const createToken = (): string => `errand_${randomBytes(32).toString('base64url')}`

/** The stored form of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether a token matches a hash; takes the same time whatever the result. */
export const isTokenOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(token), 'hex'), Buffer.from(hash, 'hex'))

/** The admin's token of this machine: whoever can read its file is an admin. */
export const localAdminToken = (dataDir: string): string =>
  readOrCreateSecret(adminTokenFile(dataDir), createToken)

/** The token of this machine's edge. */
export const localReaderToken = (dataDir: string): string =>
  readOrCreateSecret(readerTokenFile(dataDir), createToken)

/** The key with which this machine's registry signs tickets. */
export const localTicketKey = (dataDir: string): string =>
  readOrCreateSecret(join(keysDir(dataDir), 'tickets.key'), () => createKeyPair().privateKey)

/** Where the `errand` command finds the admin's token. */
export const adminTokenFile = (dataDir: string): string => join(keysDir(dataDir), 'admin.token')

/** Where an edge finds the reader's. */
export const readerTokenFile = (dataDir: string): string => join(keysDir(dataDir), 'reader.token')

/** The header with the name of the person who uses the token, percent-encoded. */
export const actorHeader = 'errand-actor'

/** The name in that header, without characters that would be misleading in a list. */
export function readActor(header = ''): string {
  try {
    return decodeURIComponent(header)
      .replaceAll(/[^\p{L}\p{N} .@+_-]/gu, '')
      .slice(0, 64)
      .trim()
  } catch {
    return ''
  }
}
