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
    'ownerId' | 'sessionId' | 'kind' | 'content' | 'eventMessageId' | 'dueAt'
  >,
): Promise<string> {
  const id = newId('email')
  await queries.insert(emails).values({ ...email, id, status: 'queued', createdAt: new Date() })
  const { ownerId: group, dueAt } = email
  await queue.add(
    queries,
    'email.send',
    { emailId: id },
    { group, ...(dueAt && { startAfter: dueAt }) },
  )
  return id
}

export async function findEmail(queries: Queries, id: string): Promise<EmailRow | undefined> {
  const [row] = await queries.select().from(emails).where(eq(emails.id, id))
  return row
}
