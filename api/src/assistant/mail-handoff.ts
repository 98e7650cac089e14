import type { HandoffReason } from '@errand/contract/chats/session'
import type { Preferences } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { SessionRow } from '../chats/rows.ts'
import { insertEmail } from '../chats/email/emails.repo.ts'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'
import { canSendMail } from '../mail/mail-host.ts'
import type { Queue } from '../queue/queue.ts'
import { findSecretNames } from '../secrets/secrets.repo.ts'
import { quietUntil } from './business-hours.ts'
import { handoffKind, type HandoffMail } from './handoff-letter.ts'

interface Alert {
  session: Pick<SessionRow, 'id' | 'ownerId'>
  reason: HandoffReason
  preferences: Preferences
}

/** Writes to an owner that a chat needs him, unless he does not want that; not in his quiet hours. */
export async function mailHandoff(
  queries: Queries,
  queue: Queue,
  { session, reason, preferences }: Alert,
): Promise<void> {
  const { ownerId, id: sessionId } = session
  const { notifications, smtp, business } = preferences
  if (!notifications.email.handoff) return
  const [owner] = await queries
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, ownerId))
  if (owner === undefined || owner.email === '') return
  const secrets = await findSecretNames(queries, ownerId)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) return
  const content: HandoffMail = { to: owner.email, reason }
  const dueAt = quietUntil(notifications.quietHours, business.timeZone, new Date())
  const mail = { ownerId, sessionId, kind: handoffKind, content: { ...content } }
  await insertEmail(queries, queue, { ...mail, ...(dueAt !== undefined && { dueAt }) })
}
