import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { requireWritable } from '@errand/database'

/** Encrypts secrets, so that nobody can read them in the database or a copy of it. */
export interface SecretBox {
  /** `place` names the owner and the secret: sealed for one place, it cannot be opened for another. */
  seal: (secret: string, place: string) => string
  open: (sealed: string, place: string) => string
  /** A keyed hash of a text for each key, by which the text can be found but not read. */
  marksOf: (text: string) => readonly [string, ...string[]]
}

const ivBytes = 12
const tagBytes = 16

/** A box of AES-256-GCM. The first key seals, so keys are rotated by putting a new one first. */
export function createSecretBox(keys: SecretKeys): SecretBox {
  const [first, ...others] = keys
  return {
    marksOf: (text) => [keyedHash(first, text), ...others.map((key) => keyedHash(key, text))],
    seal: (secret, place) => seal(first, secret, place),
    open: (sealed, place) => {
      const [id, data] = sealed.split('.', 2)
      const key = keys.find((one) => one.id === id)
      // Not the id: it may be anything that somebody wrote into the database.
      if (key === undefined) throw new Error('A secret was sealed with a key that is not set')
      try {
        return open(key, Buffer.from(data ?? '', 'base64url'), place)
      } catch (cause) {
        throw new Error('A secret does not open: it was changed, or belongs elsewhere', { cause })
      }
    },
  }
}

/** Hashed with a derived key, so that hashing and sealing reveal nothing about each other. */
function keyedHash(key: SecretKey, text: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key.bytes, '', 'marks', 32))
  return createHmac('sha256', derived).update(text).digest('base64url')
}

function seal(key: SecretKey, secret: string, place: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
}

function open(key: SecretKey, data: Buffer, place: string): string {
  const iv = data.subarray(0, ivBytes)
  const tag = data.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  const text = [decipher.update(data.subarray(ivBytes + tagBytes)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

/** A key of the deployment and what it is called. */
interface SecretKey {
  id: string
  bytes: Buffer
}

/** At least one: the first seals, all of them open. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

const keyBytes = 32

/**
 * Reads `SECRETS_KEY`: one key, or several as `id:key,id:key`, so that a new one can be put before
 * the old one. Its errors never repeat the value: it is a secret.
 */
export function readSecretKeys(text: string): SecretKeys {
  const [first, ...others] = text.split(',').map((part) => readKey(part.trim()))
  if (first === undefined) throw invalidKeyError()
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
  if (!isBase64 || bytes.length !== keyBytes) throw invalidKeyError()
  if (id !== undefined && !/^[\w-]{1,40}$/.test(id)) throw invalidKeyError()
  return { id: id ?? fingerprint(bytes), bytes }
}

/** The id of a key that was given without one; reveals nothing about the key. */
function fingerprint(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

function invalidKeyError(): Error {
  return new Error(
    'SECRETS_KEY is not valid: 32 bytes in base64, or several keys as id:key,id:key (`openssl rand -base64 32` makes one).',
  )
}

/** The key of a developer's machine, made on the first start and kept beside the data. */
export async function openKeyFile(dataDir: string): Promise<SecretKeys> {
  const path = join(dataDir, 'secrets.key')
  requireWritable('DATA_DIR', dataDir)
  return readSecretKeys((await readIfPresent(path)) ?? (await createFile(path)))
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written completely or not at all, and once: processes that start together share the key. */
async function createFile(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
