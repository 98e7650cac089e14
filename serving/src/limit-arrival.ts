import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'

import type { Problem } from '@errand/contract/problem'

/** How slowly the body of a request may come. */
export interface ArrivalLimits {
  /** What it has to bring on average, in each window anew: a phone may be without a network meanwhile. */
  leastBytesPerSecond: number
  windowMs: number
  /** For how long it may come, however fast. */
  longestMs: number
  /** How long, and how much, of a body that nobody wants is read before its answer is sent. */
  restMs: number
  maxRestBytes: number
}

/** The largest file takes three quarters of the hour on a phone with 100 kbit/s. */
const usualLimits: ArrivalLimits = {
  leastBytesPerSecond: 1024,
  windowMs: 30_000,
  longestMs: 3_600_000,
  restMs: 30_000,
  maxRestBytes: 64 * 1024 * 1024,
}

/** The times of a server's connections, as Node's options. */
export const connectionTimes = {
  /** For how long a connection is kept for the next request: longer than the usual 60 s of proxies. */
  keepAliveTimeout: 75_000,
  headersTimeout: 60_000,
  // Node's own five minutes would end a film that comes from a slow phone.
  requestTimeout: usualLimits.longestMs,
}

/** What is known of a request beside its fetch form. */
interface Bindings {
  incoming: IncomingMessage | Http2ServerRequest
}

type Fetch<B> = (request: Request, bindings: B) => Response | Promise<Response>

/**
 * Answers as `fetch` does, but a body that comes too slowly with 408, and one that is left unread only
 * when the rest has come: an answer in the middle of a body is lost to a client that is still sending.
 */
export function limitArrival<B extends Bindings>(
  fetch: Fetch<B>,
  limits: Partial<ArrivalLimits> = {},
): Fetch<B> {
  const all = { ...usualLimits, ...limits }
  return (request, bindings) =>
    hasBody(bindings.incoming) ? answer(request, bindings) : fetch(request, bindings)

  async function answer(request: Request, bindings: B): Promise<Response> {
    const body = watchBody(bindings.incoming, all)
    const answered = await Promise.race([fetch(request, bindings), body.isTooSlow])
    if (answered === undefined) return tooSlow(bindings.incoming)
    await body.readRest()
    return answered
  }
}

const hasBody = (incoming: Bindings['incoming']): boolean =>
  'stream' in incoming
    ? !incoming.stream.endAfterHeaders
    : incoming.headers['transfer-encoding'] !== undefined ||
      Number(incoming.headers['content-length'] ?? 0) > 0

/** In how many steps a window is looked at. */
const stepsOfWindow = 10

function watchBody(incoming: Bindings['incoming'], limits: ArrivalLimits) {
  const { leastBytesPerSecond, windowMs, longestMs, restMs, maxRestBytes } = limits
  const { promise: isTooSlow, resolve: tellTooSlow } = Promise.withResolvers<undefined>()
  const { promise: isOver, resolve: tellOver } = Promise.withResolvers<void>()
  const startedAt = performance.now()
  let [steps, bytes, isTold, hasEnded] = [0, 0, false, false]
  let restBytes: number | undefined

  // There is no event for what arrives that would not also have it read.
  const push = incoming.push.bind(incoming)
  incoming.push = (chunk: Uint8Array | null, encoding) => {
    if (chunk === null) stop()
    else note(chunk.length)
    return push(chunk, encoding)
  }
  incoming.once('close', stop)
  const timer = setInterval(look, windowMs / stepsOfWindow)

  function note(length: number): void {
    bytes += length
    if (restBytes === undefined) return
    restBytes += length
    if (restBytes > maxRestBytes) tellOver()
  }

  function look(): void {
    if (performance.now() - startedAt > longestMs) return cut()
    // While nobody reads, the client has to wait and not the server.
    if (incoming.readableFlowing !== true) return
    steps += 1
    if (steps < stepsOfWindow) return
    if (bytes < (leastBytesPerSecond * windowMs) / 1000) cut()
    steps = bytes = 0
  }

  /** The second time it has had its answer, and goes on nevertheless. */
  function cut(): void {
    tellTooSlow(undefined)
    // Of HTTP/2 only the stream can be ended.
    if (isTold && 'stream' in incoming) incoming.stream.close(constants.NGHTTP2_CANCEL)
    else if (isTold) incoming.destroy()
    isTold = true
  }

  function stop(): void {
    clearInterval(timer)
    hasEnded = true
    tellOver()
  }

  /** Reads what is still to come, so that the client gets to read its answer. */
  async function readRest(): Promise<void> {
    if (hasEnded) return
    restBytes = 0
    // A reader that has lost interest would pause it; Node does the same to what was not read at all.
    incoming.removeAllListeners('data')
    incoming.resume()
    const rest = setTimeout(tellOver, restMs)
    await Promise.race([isOver, isTooSlow])
    clearTimeout(rest)
  }

  return { isTooSlow, readRest }
}

/** The answer to a body that does not come. */
function tooSlow(incoming: Bindings['incoming']): Response {
  const document: Problem = {
    type: 'https://errors.local/request-timeout',
    title: 'The request took too long to arrive. Please try again.',
    status: 408,
    code: 'request_timeout',
    traceId: randomBytes(16).toString('hex'),
  }
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-trace-id': document.traceId,
      // HTTP/2 ends the stream alone, and has no such header.
      ...(!('stream' in incoming) && { connection: 'close' }),
    },
  })
}
