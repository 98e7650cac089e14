import type { MiddlewareHandler } from 'hono'

/** Answers are private data, not pages: nobody stores, sniffs, frames or runs them. */
const defaults = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets what an answer has not set itself. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(defaults)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
