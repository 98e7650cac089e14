import { Hono } from 'hono'
import { jwtVerify } from 'jose'

/** A push message as the service received it: encrypted, so that only the browser can read it. */
interface ReceivedPush {
  /** The last part of the endpoint. */
  id: string
  headers: Record<string, string>
  body: Uint8Array
}

const maxKept = 20

/** Accepts push messages as RFC 8030 says, if they are signed as RFC 8292 says. */
export function createPushService() {
  /** The latest messages, in their order. */
  const received: ReceivedPush[] = []
  /** The statuses that it answers to the next messages, instead of accepting them. */
  const answers: number[] = []
  const routes = new Hono()
    // A subscription can be tried by hand: what arrived for it, still encrypted.
    .get('/:id', (c) => {
      const messages = received.filter(({ id }) => id === c.req.param('id'))
      return c.json({
        messages: messages.map(({ body }) => Buffer.from(body).toString('base64url')),
      })
    })
    .post('/:id', async (c) => {
      const status = answers.shift()
      if (status !== undefined) return new Response(null, { status })
      const headers = c.req.header()
      const isSigned = await isSignedFor(new URL(c.req.url).port, headers['authorization'] ?? '')
      if (!isSigned) return c.body(null, 403)
      const isEncrypted = headers['content-encoding'] === 'aes128gcm'
      if (!isEncrypted || !/^\d+$/.test(headers['ttl'] ?? '')) return c.body(null, 400)
      const body = new Uint8Array(await c.req.arrayBuffer())
      if (body.length > 4096) return c.body(null, 413)
      received.push({ id: c.req.param('id'), headers, body })
      received.splice(0, received.length - maxKept)
      return c.body(null, 201, { location: c.req.url })
    })
  return { routes, received, answers }
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether a token is signed by the key that it names, for this service, and valid for a day at most. */
async function isSignedFor(port: string, authorization: string): Promise<boolean> {
  const match = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)
  const [, token = '', publicKey = ''] = match ?? []
  try {
    const point = Buffer.from(publicKey, 'base64url')
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await crypto.subtle.importKey('raw', point, curve, false, ['verify'])
    const { aud, exp = Infinity, sub = '' } = (await jwtVerify(token, key)).payload
    const isForUs = new URL(String(aud)).port === port
    return isForUs && exp * 1000 - Date.now() <= dayMs && /^(mailto:|https?:\/\/)/.test(sub)
  } catch {
    return false
  }
}
