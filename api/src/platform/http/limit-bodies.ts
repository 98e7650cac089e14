import type { MiddlewareHandler } from 'hono'

import { Problem } from './problem.ts'

/**
 * Refuses bodies of more bytes. What a call leaves unread of its body is read to the end: otherwise the
 * server would end the connection, and with it the answer, or the next request that a proxy sends on it.
 */
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
      const reader = body.getReader()
      const bytes = await readUpTo(reader, maxBytes)
      if (bytes === undefined) {
        void readToEnd(reader)
        throw tooLarge()
      }
      c.req.raw = new Request(c.req.raw, { method, body: bytes })
      return next()
    }
    if (Number(length) > maxBytes) {
      void readToEnd(body.getReader())
      throw tooLarge()
    }
    await next()
    if (!body.locked && !c.req.raw.bodyUsed) await readToEnd(body.getReader())
    return undefined
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** All bytes of a body; undefined if there are more than so many. */
async function readUpTo(reader: Reader, maxBytes: number): Promise<Buffer | undefined> {
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

/** The server ends connections on which a refused body goes on for half a second. */
async function readToEnd(reader: Reader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // A client that breaks off while sending gets no answer either.
  }
}
