import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { pushPayloadSchema, type PushPayload } from '@errand/contract/alerts'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import { createPushService } from '../dev/simulators/push/push-service.ts'
import type { Person, useTestApi } from './test-api.ts'

/** A push service of this test file alone, and browsers that subscribe there. */
export function usePushBrowsers(api: ReturnType<typeof useTestApi>) {
  const service = createPushService()
  const app = new Hono().route('/simulator/push', service.routes)
  const server = createServer(getRequestListener(app.fetch))
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    api.pushRules.simulatorPort = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    service.received.length = 0
    service.answers.length = 0
  })
  return {
    /** The statuses that the service answers to the next messages, instead of accepting them. */
    answers: service.answers,
    get received() {
      return service.received
    },
    /** A browser that has subscribed, as its owner's page would have it added. */
    newBrowser: (label = 'Chrome on Android') =>
      newBrowser(service, { label, port: portOf(server) }),
  }
}

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port

function newBrowser(
  service: ReturnType<typeof createPushService>,
  { label, port }: { label: string; port: number },
) {
  const id = randomUUID()
  const key = createECDH('prime256v1')
  const auth = randomBytes(16)
  const body = {
    label,
    subscription: {
      endpoint: `http://localhost:${port}/simulator/push/${id}`,
      keys: { p256dh: key.generateKeys('base64url'), auth: auth.toString('base64url') },
    },
  }
  return {
    body,
    /** Adds the browser to somebody's devices; returns the device. */
    addTo: async (person: Person) => {
      const answer = await person.call('POST', '/api/auth/alerts/devices', { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    /** What its service worker would show, in order. */
    shown: (): PushPayload[] =>
      service.received
        .filter((message) => message.id === id)
        .map((message) => pushPayloadSchema.parse(JSON.parse(decrypt(message.body, key, auth)))),
  }
}

/** Decrypts as a browser does, by RFC 8188 and RFC 8291. */
function decrypt(body: Uint8Array, key: ReturnType<typeof createECDH>, auth: Buffer): string {
  const bytes = Buffer.from(body)
  const salt = bytes.subarray(0, 16)
  const keyEnd = 21 + bytes.readUInt8(20)
  const sender = bytes.subarray(21, keyEnd)
  const [sealed, tag] = [bytes.subarray(keyEnd, -16), bytes.subarray(-16)]
  const derive = (from: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender])
  const secret = derive(key.computeSecret(sender), auth, info, 32)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  cipher.setAuthTag(tag)
  const plain = Buffer.concat([cipher.update(sealed), cipher.final()])
  expect(plain.at(-1)).toBe(2)
  return plain.subarray(0, -1).toString()
}
