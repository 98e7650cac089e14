import type { MiddlewareHandler } from 'hono'

import { Problem } from './problem.ts'

const localNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Lets in whoever sits at this machine. A proxy speaks for somebody else; a page of another site
 * would come by the visitor's own browser, by a name of its own or across sites.
 */
export const localOnly: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url)
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  // Of what is only read another site learns nothing: no answer here says that it may.
  const isRead = c.req.method === 'GET'
  const isForeign = c.req.header('sec-fetch-site') === 'cross-site' && !isRead
  if (isForwarded || isForeign || !localNames.test(hostname)) throw new Problem('forbidden')
  await next()
}
