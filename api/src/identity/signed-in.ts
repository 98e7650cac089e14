import type { MiddlewareHandler } from 'hono'

import type { SignedInEnv } from '../http/context.ts'
import { missingToken, refusedToken, type VerifyToken } from './identity.ts'

/** Lets only requests with a good bearer token through, and says whose they are. */
export function signedIn(verifyToken: VerifyToken): MiddlewareHandler<SignedInEnv> {
  return async (c, next) => {
    const header = c.req.header('authorization')
    if (header === undefined) throw missingToken()
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1]
    if (token === undefined) throw refusedToken('unauthenticated')
    c.set('identity', await verifyToken(token))
    await next()
  }
}
