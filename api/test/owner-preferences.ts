import { defaultPreferences } from '@errand/contract/default-preferences'
import type { Preferences } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Queries } from '../src/platform/database/database.ts'
import { users } from '../src/platform/database/schema.ts'

type Sections = { [K in keyof Preferences]?: Partial<Preferences[K]> }

/** What an owner chose, as the database holds it. */
export async function setPreferences(
  queries: Queries,
  ownerId: string,
  chosen: Sections,
): Promise<void> {
  const sections = Object.entries(chosen).map(([name, section]) => [
    name,
    { ...defaultPreferences[name as keyof Preferences], ...section },
  ])
  await queries
    .update(users)
    .set({ preferences: Object.fromEntries(sections) as Partial<Preferences> })
    .where(eq(users.id, ownerId))
}
