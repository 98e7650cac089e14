import {
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

import { eq } from 'drizzle-orm'

import type { Database } from '../database/database.ts'
import { pushKeys } from '../database/schema.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** The key pair by which push services recognise this deployment. */
export interface VapidKeys {
  /** In base64url, as browsers take it. */
  publicKey: string
  privateKey: KeyObject
}

const name = 'vapid'

/** The deployment's keys; made on the first use, because subscriptions end with the keys they began with. */
export async function readVapidKeys(database: Database, box: SecretBox): Promise<VapidKeys> {
  const { queries } = database
  const find = () => queries.select().from(pushKeys).where(eq(pushKeys.name, name))
  let [row] = await find()
  if (row === undefined) {
    const { publicKey, jwk } = makeKeys()
    const sealed = box.seal(JSON.stringify(jwk), name)
    // Several processes may make keys at once: those of the first count.
    await queries
      .insert(pushKeys)
      .values({ name, publicKey, sealed, createdAt: new Date() })
      .onConflictDoNothing()
    ;[row] = await find()
  }
  if (row === undefined) throw new Error('The keys for push messages are gone')
  const key = JSON.parse(box.open(row.sealed, name)) as JsonWebKey
  return { publicKey: row.publicKey, privateKey: createPrivateKey({ key, format: 'jwk' }) }
}

function makeKeys() {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return { jwk, publicKey: Buffer.concat([Buffer.of(4), ...point]).toString('base64url') }
}

const validSeconds = 12 * 60 * 60

/** The header by which a push service recognises the sender, as RFC 8292 says. */
export function signVapid(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, subject }: { endpoint: string; subject: string },
): string {
  const expiresAt = Math.floor(Date.now() / 1000) + validSeconds
  const claims = { aud: new URL(endpoint).origin, exp: expiresAt, sub: subject }
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  const signature = sign('sha256', Buffer.from(content), key).toString('base64url')
  return `vapid t=${content}.${signature}, k=${publicKey}`
}
