import { createHash } from 'node:crypto'

import type { Database } from '../database/database.ts'
import { post } from '../http/post.ts'
import { MailHostRefusal } from '../mail/mail-host.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { encryptPush, type SubscriptionKeys } from './encrypt.ts'
import { isPushEndpoint, resolvePushHost, type PushRules } from './push-address.ts'
import { readVapidKeys, signVapid, type VapidKeys } from './vapid.ts'

/** What a browser gave us to reach it: where, and with which keys. */
export interface Subscription {
  endpoint: string
  keys: SubscriptionKeys
}

export interface PushMessage {
  payload: object
  /** A waiting message gives way to a later one with the same tag. */
  tag: string
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number
  isUrgent: boolean
}

/** `gone`: the browser no longer wants messages; `refused`: trying again is of no use; `later`: it is. */
export type PushResult = 'sent' | 'gone' | 'refused' | 'later'

/** Sends push messages to browsers. */
export interface PushSender {
  /** The key by which browsers subscribe. */
  publicKey: () => Promise<string>
  isAllowed: (endpoint: string) => boolean
  send: (subscription: Subscription, message: PushMessage) => Promise<PushResult>
}

interface PushDeps {
  database: Database
  secretBox: SecretBox
  /** Whom a push service may turn to: a `mailto:` or `https:` address. */
  subject: string
  rules: PushRules
}

export function createPushSender({ database, secretBox, subject, rules }: PushDeps): PushSender {
  let keys: Promise<VapidKeys> | undefined
  const readKeys = () => {
    keys ??= readVapidKeys(database, secretBox).catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }
  return {
    publicKey: async () => (await readKeys()).publicKey,
    isAllowed: (endpoint) => isPushEndpoint(endpoint, rules),
    send: async ({ endpoint, keys: browser }, { payload, tag, ttlSeconds, isUrgent }) => {
      const authorization = signVapid(await readKeys(), { endpoint, subject })
      try {
        const status = await post(endpoint, {
          address: await resolvePushHost(endpoint, rules),
          body: encryptPush(JSON.stringify(payload), browser),
          headers: {
            authorization,
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(ttlSeconds),
            urgency: isUrgent ? 'high' : 'normal',
            // At most 32 characters, and nothing that could be read.
            topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
          },
        })
        return resultOf(status)
      } catch (error) {
        if (error instanceof MailHostRefusal && error.code === 'EPRIVATE') return 'refused'
        return 'later'
      }
    },
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status >= 500 || status === 408 || status === 429 ? 'later' : 'refused'
}
