import { maxBodyBytes, maxWebhookBytes } from '@errand/contract/limits'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'

import { bodyTooLarge, serviceUnavailable } from './problems.ts'

/** Passes a request on, as it came, to the same path of another server. */
function passOn(
  c: Context,
  origin: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  return proxy(`${origin}${pathname}${search}`, {
    raw: c.req.raw,
    headers: { ...c.req.header(), ...headers, host: undefined },
    redirect: 'manual',
  })
}

/** `/api`: the product's own backend. */
export function forwardToApi(apiUrl: string) {
  return (
    new Hono<{ Bindings: Partial<HttpBindings | Http2Bindings> }>()
      // Refused here: the api closes the connection of a large body, which would look like an outage.
      .use((c, next) => (c.req.path === webhookPath ? limitWebhook : limitCall)(c, next))
      .all('*', async (c) => {
        if (isInternal(c)) return c.notFound()
        try {
          return await passOn(c, apiUrl, whoAsks(c))
        } catch (error) {
          return serviceUnavailable(c, error)
        }
      })
  )
}

const limitBody = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => bodyTooLarge(c, maxSize) })
const limitCall = limitBody(maxBodyBytes)
/** The messaging provider's webhooks are larger than what people send. */
const limitWebhook = limitBody(maxWebhookBytes)
const webhookPath = '/api/webhooks/whatsapp'

/** Adds who is connected to what the connected one says of others; a platform does it itself. */
function whoAsks(
  c: Context<{ Bindings: Partial<HttpBindings | Http2Bindings> }>,
): Record<string, string> {
  const address = c.env?.incoming?.socket.remoteAddress
  if (address === undefined) return {}
  const said = c.req.header('x-forwarded-for')
  return { 'x-forwarded-for': said === undefined ? address : `${said}, ${address}` }
}

/** The api's metrics are for operators. By the path that would be asked for, however it was spelt. */
function isInternal(c: Context): boolean {
  const { pathname } = new URL(c.req.url)
  const spelt = pathname.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return /^\/+api\/+metrics(\/|$)/i.test(spelt)
}

/** `/registry`: for the `errand` command, which needs to know one address only. */
export function forwardToRegistry(registryUrl: string) {
  const { origin } = new URL(registryUrl)
  return new Hono().all('*', async (c) => {
    try {
      return await passOn(c, origin)
    } catch (error) {
      return serviceUnavailable(c, error)
    }
  })
}

/** The identity emulator under the document's own origin, by the paths its SDK calls. */
export function forwardToEmulator(emulatorUrl: string) {
  return (
    new Hono<{ Bindings: HttpBindings | Http2Bindings }>()
      // The emulator does not know this call and answers 501, which browsers log as an error. The
      // answer is the provider's for a project without reCAPTCHA Enterprise.
      .get('/identitytoolkit.googleapis.com/v2/recaptchaConfig', (c) => c.json({}))
      .all('/:service{(identitytoolkit|securetoken)\\.googleapis\\.com}/*', async (c) => {
        try {
          return await passOn(c, emulatorUrl)
        } catch {
          // Any HTTP error here makes the SDK forget the user for good; a lost connection does not.
          dropConnection(c.env)
          return c.body(null)
        }
      })
  )
}

/** INTERNAL_ERROR of RFC 9113, section 7. */
const http2InternalError = 2

/** Ends a request so that the browser sees a lost connection, not an answer. */
function dropConnection({ incoming }: HttpBindings | Http2Bindings): void {
  if ('stream' in incoming) incoming.stream.close(http2InternalError)
  else incoming.socket.destroy()
}
