import { desc, eq } from 'drizzle-orm'

import type { Queries } from './definition.ts'
import { audit } from './schema.ts'

/** One line of who did what, and why. */
export type AuditRow = typeof audit.$inferSelect

type NewAuditRow = Pick<AuditRow, 'actor' | 'app' | 'action'> &
  Partial<Pick<AuditRow, 'reason' | 'before' | 'after'>>

export async function addAudit(queries: Queries, row: NewAuditRow): Promise<void> {
  await queries.insert(audit).values({ ...row, at: new Date() })
}

/** The newest lines first, of one app or of all. */
export function listAudit(
  queries: Queries,
  { app, limit }: { app: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return queries
    .select()
    .from(audit)
    .where(app === undefined ? undefined : eq(audit.app, app))
    .orderBy(desc(audit.id))
    .limit(limit)
}
