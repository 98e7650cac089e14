import { and, eq, lte, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { emails } from '../../../platform/database/schema.ts'
import type { EmailRow } from '../../../platform/mail/mail-outbox.ts'
import { MailRefusal } from '../../../platform/mail/mailer.ts'
import { advance, attentionAfter, lockForStatus, type StatusReport } from '../apply-status.ts'
import { updateMessage } from '../messages/messages.repo.ts'
import { publishChat } from '../publish-chat.ts'

/** What was not sent by then is not tried any more. */
const givenUpMs = 60 * 60 * 1000

/** Writes down what became of a mail, once, and moves on the line of the chat that tells of it. */
export async function settleEmail(
  queries: Queries,
  id: string,
  refusal: MailRefusal | undefined,
): Promise<void> {
  const at = new Date()
  const [row] = await queries
    .update(emails)
    .set(
      refusal === undefined
        ? { status: 'sent', sentAt: at }
        : { status: 'failed', error: refusal.message },
    )
    .where(and(eq(emails.id, id), eq(emails.status, 'queued')))
    .returning()
  if (row === undefined) return
  await moveEvent(queries, row, {
    at,
    status: refusal === undefined ? 'sent' : 'failed',
    error: refusal && {
      code: refusal.code,
      title: 'The mail was not sent',
      detail: refusal.message,
      retryable: false,
      action: 'none',
    },
  })
}

async function moveEvent(
  queries: Queries,
  { ownerId, sessionId, eventMessageId }: EmailRow,
  report: StatusReport,
): Promise<void> {
  if (sessionId === null || eventMessageId === null) return
  const locked = await lockForStatus(queries, { ownerId, id: eventMessageId })
  // Gone with its chat.
  if (locked === undefined) return
  const { session } = locked
  const message = await updateMessage(queries, eventMessageId, advance(locked.message, report))
  await publishChat(queries, {
    session,
    changes: { attention: await attentionAfter(queries, session, message) },
    happened: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
}

/** Gives up the mail that no try has brought away. */
export async function failStaleEmails(database: Database, now: Date): Promise<void> {
  const stale = await database.queries
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.status, 'queued'),
        lte(
          sql`coalesce(${emails.dueAt}, ${emails.createdAt})`,
          sql.param(new Date(now.getTime() - givenUpMs), emails.createdAt),
        ),
      ),
    )
  const refusal = new MailRefusal(0, 'The mail server could not be reached.', undefined)
  for (const { id } of stale) {
    await database.transaction((queries) => settleEmail(queries, id, refusal))
  }
}
