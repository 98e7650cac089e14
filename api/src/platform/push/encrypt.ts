import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** The keys of a browser's subscription, in base64url. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

interface Chance {
  /** The sender's key of this one message. */
  sender: ECDH
  salt: Buffer
}

/** More than any payload of ours has: each message is one record. */
const recordBytes = 4096

/** Encrypts a push message for one browser, as RFC 8291 says; throws if its key is no point of the curve. */
export function encryptPush(
  text: string,
  { p256dh, auth }: SubscriptionKeys,
  { sender, salt }: Chance = { sender: newKey(), salt: randomBytes(16) },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const senderPublic = sender.getPublicKey()
  const shared = sender.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderPublic])
  const secret = derive(shared, { salt: Buffer.from(auth, 'base64url'), info, length: 32 })
  const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The last record ends with 2.
  const sealed = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final()]
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordBytes)
  header.writeUInt8(senderPublic.length, 4)
  return Buffer.concat([salt, header, senderPublic, ...sealed, cipher.getAuthTag()])
}

/** Whether a push message can be encrypted for these keys. */
export function isUsableKey(keys: SubscriptionKeys): boolean {
  try {
    encryptPush('', keys)
    return true
  } catch {
    return false
  }
}

function newKey(): ECDH {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return key
}

interface Derivation {
  salt: Buffer
  info: Buffer | string
  length: number
}

const derive = (secret: Buffer, { salt, info, length }: Derivation): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
