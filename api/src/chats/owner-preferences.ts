import type { Preferences } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import { toPreferences } from '../auth/settings-view.ts'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'

/** What the owner chose, with the defaults where he did not. */
export async function readPreferences(queries: Queries, ownerId: string): Promise<Preferences> {
  const [row] = await queries
    .select({ preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  return toPreferences(row?.preferences ?? {})
}

/** When the assistant takes a chat back by itself; never, if there is nobody to take it. */
export function returnAtOf(
  { jobId }: { jobId: string | null },
  { minutes, at }: { minutes: number | null; at: Date },
): Date | null {
  return minutes === null || jobId === null ? null : new Date(at.getTime() + minutes * 60_000)
}
