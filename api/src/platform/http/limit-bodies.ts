import type { MiddlewareHandler } from 'hono'

import { Problem } from './problem.ts'

/** Refuses bodies of more bytes; the server reads to the end what is left unread. */
export function limitBodies(maxBytes: number): MiddlewareHandler {
  const tooLarge = () =>
    new Problem('body_too_large', { detail: `At most ${maxBytes / 1024 / 1024} MiB.` })
  return async (c, next) => {
    // Nothing reads the body of these; opening it would take as long as the rest of many a call.
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const { body } = c.req.raw
    if (body === null) return next()
    const length = c.req.header('content-length')
    if (length === undefined) {
      const bytes = await readUpTo(body.getReader(), maxBytes)
      if (bytes === undefined) throw tooLarge()
      c.req.raw = new Request(c.req.raw, { method, body: bytes })
      return next()
    }
    if (Number(length) > maxBytes) throw tooLarge()
    return next()
  }
}

/** All bytes of a body; undefined if there are more than so many. */
async function readUpTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts)
    size += value.length
    if (size > maxBytes) return undefined
    parts.push(value)
  }
}
