import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { formData } from '../database/schema.ts'
import type { Collected } from '../form-data/collected.ts'

const nothing: Collected & { version: number } = {
  version: 0,
  fields: [],
  status: 'empty',
  values: {},
  meta: {},
  suggestions: [],
}

/** What a chat has collected so far, which is nothing where its job asks for nothing. */
export async function readCollected(
  queries: Queries,
  sessionId: string,
): Promise<Collected & { version: number }> {
  const [row] = await queries.select().from(formData).where(eq(formData.sessionId, sessionId))
  return row ?? nothing
}
