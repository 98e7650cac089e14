import type { MiddlewareHandler } from 'hono'

import { noteSeen, present } from '../auth/auth.repo.ts'
import type { Database } from '../database/database.ts'
import type { OwnerEnv } from '../http/context.ts'
import { createVisitors } from './visitors.ts'

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
