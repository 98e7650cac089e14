import type { MiddlewareHandler } from 'hono'

import { findVisitor } from '../auth/auth.repo.ts'
import { noteSeen } from '../auth/last-seen.ts'
import type { Database } from '../database/database.ts'
import type { OwnerEnv } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

/** Lets only people with a profile through; everything they see and change is their own. */
export function ownerOnly(database: Database): MiddlewareHandler<OwnerEnv> {
  return async (c, next) => {
    const visitor = await findVisitor(database.queries, c.var.identity.uid)
    if (visitor === undefined) {
      throw new Problem('forbidden', {
        detail: 'You have no profile yet. Create it with POST /api/auth/profile.',
      })
    }
    await noteSeen(database, visitor)
    c.set('ownerId', visitor.id)
    await next()
  }
}
