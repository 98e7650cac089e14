import { createHash } from 'node:crypto'

/** A key of the deployment and what it is called. */
export interface SecretKey {
  id: string
  bytes: Buffer
}

/** At least one: the first seals, all of them open. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

const keyBytes = 32

/**
 * Reads `SECRETS_KEY`: one key, or several as `id:key,id:key`, so that a new one can be put before
 * the old one. Never says what was given: it is a secret.
 */
export function readSecretKeys(text: string): SecretKeys {
  const [first, ...others] = text.split(',').map((part) => readKey(part.trim()))
  if (first === undefined) throw refusal()
  const keys: SecretKeys = [first, ...others]
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new Error('SECRETS_KEY is not valid: two keys have the same id.')
  }
  return keys
}

function readKey(part: string): SecretKey {
  const [id, encoded] = part.includes(':') ? part.split(':', 2) : [undefined, part]
  const isBase64 = encoded !== undefined && /^[A-Za-z0-9+/]{43}=?$/.test(encoded)
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!isBase64 || bytes.length !== keyBytes) throw refusal()
  if (id !== undefined && !/^[\w-]{1,40}$/.test(id)) throw refusal()
  return { id: id ?? fingerprint(bytes), bytes }
}

/** What a key without a name is called; tells nothing of the key itself. */
function fingerprint(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

function refusal(): Error {
  return new Error(
    'SECRETS_KEY is not valid: 32 bytes in base64, or several keys as id:key,id:key (`openssl rand -base64 32` makes one).',
  )
}
