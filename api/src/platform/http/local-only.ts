import type { MiddlewareHandler } from 'hono'

import { Problem } from './problem.ts'

const localNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Allows only requests from this machine. A forwarded request comes from elsewhere; another site's
 * page in a local browser is recognised by its host name or as a cross-site request.
 */
export const localOnly: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url)
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  // A cross-site GET is harmless: without CORS headers the other site cannot read the response.
  const isRead = c.req.method === 'GET'
  const isForeign = c.req.header('sec-fetch-site') === 'cross-site' && !isRead
  if (isForwarded || isForeign || !localNames.test(hostname)) throw new Problem('forbidden')
  await next()
}
