import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

const answerMs = 10_000

interface Post {
  /** The address to connect to, because resolving the name again could return another one than was checked. */
  address: string
  headers: Record<string, string>
  body: string | Uint8Array
}

/** Posts to a server that somebody else named, and returns its status; redirects are not followed. */
export function post(url: string, { address, headers, body }: Post): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const call = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.timeout(answerMs),
    lookup: (_host, options, done) => {
      const family = address.includes(':') ? 6 : 4
      if (options.all === true) done(null, [{ address, family }])
      else done(null, address, family)
    },
  })
  call.on('error', reject)
  call.on('response', (response) => {
    // The body is not read.
    response.destroy()
    resolve(response.statusCode ?? 0)
  })
  call.end(body)
  return promise
}
