import type { MiddlewareHandler } from 'hono'

import { findVisitors, noteSeen, present, type Visitor } from '../auth/auth.repo.ts'
import type { Database } from '../database/database.ts'
import type { OwnerEnv, SignedInEnv } from '../http/context.ts'
import { missingToken, refusedToken, type VerifyToken } from './identity.ts'

/** Lets only people with a profile through; everything they see and change is their own. */
export function ownerOnly(database: Database): MiddlewareHandler<OwnerEnv> {
  const findVisitor = createVisitors(database)
  return async (c, next) => {
    const visitor = present(await findVisitor(c.var.identity.uid))
    await noteSeen(database, visitor)
    c.set('ownerId', visitor.id)
    await next()
  }
}

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

/** Says who it is that asks; nothing when he has no profile. */
export type FindVisitor = (uid: string) => Promise<Visitor | undefined>

/** One question is on its way while the next one gathers, and one more bridges the gap. */
const mostAtOnce = 2

/**
 * Every request begins with this question, so those that come while it is being answered are put
 * together: under load there is one question for dozens of requests instead of one for each. None
 * is answered by a question that was put before the request came.
 */
export function createVisitors(database: Database): FindVisitor {
  let next: Gathering | undefined
  let running = 0

  async function ask(): Promise<void> {
    const asked = next
    if (asked === undefined) return
    next = undefined
    running += 1
    try {
      asked.resolve(await findVisitors(database.queries, [...asked.uids]))
    } catch (error) {
      asked.reject(error)
    } finally {
      running -= 1
      void ask()
    }
  }

  return async (uid) => {
    next ??= { uids: new Set(), ...Promise.withResolvers<Map<string, Visitor>>() }
    const { uids, promise } = next
    uids.add(uid)
    if (running < mostAtOnce) void ask()
    return (await promise).get(uid)
  }
}

interface Gathering extends PromiseWithResolvers<Map<string, Visitor>> {
  uids: Set<string>
}
