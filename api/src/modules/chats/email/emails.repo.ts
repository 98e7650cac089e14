import { and, eq, lte, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { emails } from '../../../platform/database/schema.ts'
import type { EmailRow } from '../../../platform/mail/mail-outbox.ts'
import { MailRefusal } from '../../../platform/mail/mailer.ts'
import { advance, attentionAfter, lockChatAndMessage, type StatusReport } from '../apply-status.ts'
import { commitChatChanges } from '../commit-chat-changes.ts'
import { updateMessage } from '../messages/messages.repo.ts'

/** A mail that could not be sent for this long has failed. */
const giveUpAfterMs = 60 * 60 * 1000

/** Stores the outcome of a mail, once, and updates its line in the chat. */
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
  await updateEventLine(queries, row, {
    at,
    status: refusal === undefined ? 'sent' : 'failed',
    error: refusal && {
      code: refusal.code,
      title: 'The e-mail was not sent',
      detail: refusal.message,
      retryable: false,
      action: 'none',
    },
  })
}

async function updateEventLine(
  queries: Queries,
  { ownerId, sessionId, eventMessageId }: EmailRow,
  report: StatusReport,
): Promise<void> {
  if (sessionId === null || eventMessageId === null) return
  const locked = await lockChatAndMessage(queries, { ownerId, id: eventMessageId })
  // The chat was deleted.
  if (locked === undefined) return
  const { session } = locked
  const message = await updateMessage(queries, eventMessageId, advance(locked.message, report))
  await commitChatChanges(queries, {
    session,
    changes: { attention: await attentionAfter(queries, session, message) },
    events: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
}

/** Fails the mails that have waited for too long. */
export async function failStaleEmails(database: Database, now: Date): Promise<void> {
  const stale = await database.queries
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.status, 'queued'),
        lte(
          sql`coalesce(${emails.dueAt}, ${emails.createdAt})`,
          sql.param(new Date(now.getTime() - giveUpAfterMs), emails.createdAt),
        ),
      ),
    )
  const refusal = new MailRefusal(0, 'The mail server could not be reached.', undefined)
  for (const { id } of stale) {
    await database.transaction((queries) => settleEmail(queries, id, refusal))
  }
}
