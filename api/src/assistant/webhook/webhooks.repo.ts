import { and, eq, lte } from 'drizzle-orm'

import { attentionAfter, lockForStatus } from '../../chats/apply-status.ts'
import { updateMessage } from '../../chats/messages/messages.repo.ts'
import { publishChat } from '../../chats/publish-chat.ts'
import { advance } from '../../chats/state/message-status.ts'
import type { Database, Queries } from '../../database/database.ts'
import { users, webhooks } from '../../database/schema.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/** What was not taken by then is not tried any more. */
const givenUpMs = 60 * 60 * 1000

/** What is to be told, and what signs it. */
export async function findWebhook(
  queries: Queries,
  id: string,
): Promise<(WebhookRow & { signingSecret: string }) | undefined> {
  const [row] = await queries
    .select({ webhook: webhooks, signingSecret: users.signingSecret })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.ownerId))
    .where(eq(webhooks.id, id))
  return row && { ...row.webhook, signingSecret: row.signingSecret }
}

/** Writes down what became of it, once, and moves on the line of the chat that tells of it. */
export async function settleWebhook(
  queries: Queries,
  id: string,
  error: string | undefined,
): Promise<void> {
  const at = new Date()
  const [row] = await queries
    .update(webhooks)
    .set(error === undefined ? { status: 'sent', sentAt: at } : { status: 'failed', error })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, 'queued')))
    .returning()
  if (row === undefined || row.eventMessageId === null) return
  const { ownerId, sessionId, eventMessageId } = row
  const locked = await lockForStatus(queries, { ownerId, sessionId, id: eventMessageId })
  if (locked === undefined) return
  const title = 'Your program was not told'
  const failure = error && { code: 0, title, detail: error, retryable: false }
  const report = failure
    ? ({ status: 'failed', at, error: { ...failure, action: 'none' } } as const)
    : ({ status: 'sent', at } as const)
  const message = await updateMessage(queries, eventMessageId, advance(locked.message, report))
  await publishChat(queries, {
    sessionId,
    ownerId,
    changes: { attention: await attentionAfter(queries, locked.session, message) },
    happened: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
}

/** Gives up what no try has brought away. */
export async function failStaleWebhooks(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - givenUpMs)
  const stale = await database.queries
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'queued'), lte(webhooks.createdAt, before)))
  for (const { id } of stale) {
    await database.transaction((queries) => settleWebhook(queries, id, 'It did not answer.'))
  }
}
