import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { emails } from '../database/schema.ts'
import type { Queue } from '../queue/queue.ts'

export type EmailRow = typeof emails.$inferSelect

/**
 * Stores a mail and puts it into the queue, both or neither. An owner's are sent one after the other, so
 * that a mail server which does not answer holds up no other owner.
 */
export async function insertEmail(
  queries: Queries,
  queue: Queue,
  email: Pick<
    typeof emails.$inferInsert,
    'ownerId' | 'sessionId' | 'kind' | 'content' | 'eventMessageId'
  >,
): Promise<string> {
  const id = newId('email')
  await queries.insert(emails).values({ ...email, id, status: 'queued', createdAt: new Date() })
  await queue.add(queries, 'email.send', { emailId: id }, { group: email.ownerId })
  return id
}

/** Has a mail wait until then. */
export async function postponeEmail(
  queries: Queries,
  queue: Queue,
  { id, ownerId }: Pick<EmailRow, 'id' | 'ownerId'>,
  dueAt: Date,
): Promise<void> {
  await queries.update(emails).set({ dueAt }).where(eq(emails.id, id))
  await queue.add(queries, 'email.send', { emailId: id }, { group: ownerId, startAfter: dueAt })
}

export async function findEmail(queries: Queries, id: string): Promise<EmailRow | undefined> {
  const [row] = await queries.select().from(emails).where(eq(emails.id, id))
  return row
}
