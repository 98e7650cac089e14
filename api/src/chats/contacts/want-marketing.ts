import { and, eq, inArray } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { contacts } from '../../database/schema.ts'
import { numberForms } from '../../form-data/number-forms.ts'

interface Wish {
  ownerId: string
  waId: string
  isWanted: boolean
  at: Date
}

/** Writes down whether a contact wants marketing; what is none he gets all the same. */
export async function wantMarketing(
  queries: Queries,
  { ownerId, waId, isWanted, at }: Wish,
): Promise<void> {
  await queries
    .update(contacts)
    .set({ marketingOptedOutAt: isWanted ? null : at })
    .where(and(eq(contacts.ownerId, ownerId), inArray(contacts.waId, numberForms(waId))))
}
