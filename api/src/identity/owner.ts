import type { MiddlewareHandler } from 'hono'

import { findVisitor } from '../auth/auth.repo.ts'
import { noteSeen } from '../auth/last-seen.ts'
import { present } from '../auth/present.ts'
import type { Database } from '../database/database.ts'
import type { OwnerEnv } from '../http/context.ts'

/** Lets only people with a profile through; everything they see and change is their own. */
export function ownerOnly(database: Database): MiddlewareHandler<OwnerEnv> {
  return async (c, next) => {
    const visitor = present(await findVisitor(database.queries, c.var.identity.uid))
    await noteSeen(database, visitor)
    c.set('ownerId', visitor.id)
    await next()
  }
}
