import { knownBrowserHeader } from '@errand/contract/auth'
import { maxUploadBytes } from '@errand/contract/chats/media'
import { maxBodyBytes, maxImportBytes, maxWebhookBytes } from '@errand/contract/limits'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'

import { fetchLimited } from '../platform/fetch-limited.ts'
import { logError } from '../platform/log.ts'
import { withSilenceLimit, publishingMs, SilenceError } from '../platform/silence.ts'
import { newTraceId, problem } from '../platform/transport.ts'
import type { Signals } from './signals/signals.ts'
import { knownBrowserCookie, visitorOf } from './visitor.ts'

type Connection = HttpBindings | Http2Bindings

/** Proxies a request unchanged to the same path of another server. */
export function proxyRequest(
  c: Context,
  origin: string,
  headers: Record<string, string> = {},
  more: RequestInit & { customFetch?: (request: Request) => Promise<Response> } = {},
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  return proxy(`${origin}${pathname}${search}`, {
    raw: c.req.raw,
    // An upgrade and the wish to be asked for the body concern the connection to the edge alone.
    headers: {
      ...c.req.header(),
      ...headers,
      host: undefined,
      upgrade: undefined,
      expect: undefined,
    },
    redirect: 'manual',
    ...more,
  })
}

/** `/api`: the product's backend. */
export function forwardToApi(
  apiUrl: string,
  signals: Pick<Signals, 'signKnownBrowser'> | undefined,
) {
  return (
    new Hono<{ Bindings: Partial<Connection> }>()
      // Refused here, so that the api does not have to read what it refuses.
      .use((c, next) => (limitByPath[c.req.path] ?? limitCall)(c, next))
      .all('*', async (c) => {
        if (isInternal(c)) return c.notFound()
        try {
          return keepKnownBrowser(c, await proxyRequest(c, apiUrl, forwardedHeaders(c)), signals)
        } catch (error) {
          return serviceUnavailable(c, error)
        }
      })
  )
}

/** Keeps in the browser that the api knows it as its owner's, so that its word on releases counts. */
function keepKnownBrowser(
  c: Context,
  answer: Response,
  signals: Pick<Signals, 'signKnownBrowser'> | undefined,
): Response {
  const [since = '', visitor] = (answer.headers.get(knownBrowserHeader) ?? '').split(' ')
  answer.headers.delete(knownBrowserHeader)
  // A request may bring two ids, and the api may have read the other one.
  if (since === '' || visitor !== visitorOf(c)) return answer
  const knownBrowser = signals?.signKnownBrowser({ visitor, since: Date.parse(since) }) ?? ''
  if (knownBrowser !== '') answer.headers.append('set-cookie', knownBrowserCookie(c, knownBrowser))
  return answer
}

const limitBody = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => bodyTooLarge(c, maxSize) })
const limitCall = limitBody(maxBodyBytes)
/** The calls whose bodies may be larger: the messaging provider's webhooks, files and imports. */
const limitByPath: Record<string, ReturnType<typeof limitBody> | undefined> = {
  '/api/webhooks/whatsapp': limitBody(maxWebhookBytes),
  '/api/files': limitBody(maxUploadBytes),
  '/api/auth/import': limitBody(maxImportBytes),
}

/** Appends the client's address to `x-forwarded-for`; a platform does that itself. */
function forwardedHeaders(c: Context<{ Bindings: Partial<Connection> }>): Record<string, string> {
  const address = c.env?.incoming?.socket.remoteAddress
  if (address === undefined) return {}
  const forwardedFor = c.req.header('x-forwarded-for')
  return { 'x-forwarded-for': forwardedFor === undefined ? address : `${forwardedFor}, ${address}` }
}

/** The api's metrics are for operators only. Compares the decoded path, however it was encoded. */
function isInternal(c: Context): boolean {
  const { pathname } = new URL(c.req.url)
  const spelt = pathname.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return /^\/+api\/+metrics(\/|$)/i.test(spelt)
}

/** `/registry`: so that the `errand` command needs one address only. */
export function forwardToRegistry(registryUrl: string) {
  const { origin } = new URL(registryUrl)
  return new Hono().all('*', async (c) => {
    const isRelease = c.req.method === 'POST' && c.req.path.endsWith('/releases')
    const limits = { body: c.req.raw.body, ...(isRelease && { answerMs: publishingMs }) }
    try {
      return await withSilenceLimit(limits, async (parts) => {
        const answer = await proxyRequest(
          c,
          origin,
          {},
          {
            ...parts,
            customFetch: (request) => fetchLimited(request),
          },
        )
        // Read here, within the limits of time and size: the registry's answers are small.
        const body = await answer.arrayBuffer()
        return new Response(body.byteLength === 0 ? null : body, answer)
      })
    } catch (error) {
      const detail = error instanceof SilenceError ? `The registry ${error.message}.` : undefined
      return serviceUnavailable(c, error, detail)
    }
  })
}

const retryAfterSeconds = 2

/** Whether the client has gone, with or without all of its body, which is no fault of a service. */
const isClientGone = ({ req, env }: Context<{ Bindings?: Partial<Connection> }>): boolean =>
  req.raw.signal.aborted || env?.incoming?.readableAborted === true

/** The path for the log, without the secret that the address of a calendar is. */
const loggedPath = (path: string): string => path.replace(/^(\/api\/calendar\/).*/s, '$1…')

/** The answer while the api, the registry or the store behind the edge is unavailable. */
export function serviceUnavailable(c: Context, error: unknown, detail?: string): Response {
  const traceId = newTraceId()
  if (!isClientGone(c))
    logError('service unreachable', error, { traceId, path: loggedPath(c.req.path) })
  return problem(c, {
    type: 'https://errors.local/service-unavailable',
    title: 'The service is not available right now. Please try again in a moment.',
    status: 503,
    code: 'service_unavailable',
    ...(detail !== undefined && { detail }),
    traceId,
    retryAfter: retryAfterSeconds,
  })
}

/** The answer to a body that the api would refuse anyway; it is not proxied. */
function bodyTooLarge(c: Context, maxBytes: number): Response {
  return problem(c, {
    type: 'https://errors.local/body-too-large',
    title: 'The request is too large',
    detail: `At most ${maxBytes / 1024 / 1024} MiB.`,
    status: 413,
    code: 'body_too_large',
    traceId: newTraceId(),
  })
}
