import { and, eq } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { chatSessions, formData } from '../../database/schema.ts'
import { fold } from '../../form-data/reading.ts'
import { findMessageBy } from './messages.repo.ts'

interface Tapped {
  type: string
  text: string
  replyToProviderId?: string | undefined
}

/** Whether somebody has tapped one of the choices that we gave him, which answers our question. */
export async function isTappedChoice(
  queries: Queries,
  ownerId: string,
  { type, text, replyToProviderId: providerId }: Tapped,
): Promise<boolean> {
  if (type !== 'interactive' || providerId === undefined) return false
  const asked = await findMessageBy(queries, { ownerId, providerId })
  return asked?.choices?.options.some(({ title }) => title === text) === true
}

/** Whether a chat that is going on with a contact offers that as an answer, by its whole label. */
export async function isOfferedAnswer(
  queries: Queries,
  contactId: string,
  text: string,
): Promise<boolean> {
  const rows = await queries
    .select({ fields: formData.fields })
    .from(formData)
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .where(and(eq(chatSessions.contactId, contactId), eq(chatSessions.status, 'active')))
  const said = wordsIn(text)
  return rows
    .flatMap(({ fields }) => fields.flatMap(({ options = [] }) => options))
    .some(({ label }) => wordsIn(label) === said)
}

/** Without signs, unless there is nothing else. */
function wordsIn(text: string): string {
  const words = fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? fold(text) : words
}
