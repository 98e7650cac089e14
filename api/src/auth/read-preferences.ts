import type { Preferences } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'
import { toPreferences } from './settings-view.ts'

/** What the owner chose, with the defaults where he did not. */
export async function readPreferences(queries: Queries, ownerId: string): Promise<Preferences> {
  const [row] = await queries
    .select({ preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  return toPreferences(row?.preferences ?? {})
}
