import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

import type { SecretKey, SecretKeys } from './secret-keys.ts'

/** Seals what nobody shall read in the database or a copy of it. */
export interface SecretBox {
  /** `place` says whose and which secret it is: sealed for one place, it opens in no other. */
  seal: (secret: string, place: string) => string
  open: (sealed: string, place: string) => string
  /** What each key makes of a text, by which it is found again and cannot be read. */
  marksOf: (text: string) => readonly [string, ...string[]]
}

const ivBytes = 12
const tagBytes = 16

/** A box of AES-256-GCM. The first key seals, so putting a new one first turns the keys over. */
export function createSecretBox(keys: SecretKeys): SecretBox {
  const [first, ...others] = keys
  return {
    marksOf: (text) => [mark(first, text), ...others.map((key) => mark(key, text))],
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

/** By a key derived from the deployment's, so that one use tells nothing of the other. */
function mark(key: SecretKey, text: string): string {
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
