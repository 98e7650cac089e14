import { eq } from 'drizzle-orm'

import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { emails, users } from '../../database/schema.ts'
import { canSendMail } from '../../mail/can-send-mail.ts'
import type { Queue } from '../../queue/queue.ts'
import { findSecretNames } from '../../secrets/secrets.repo.ts'
import type { Balance } from '../account-change.ts'
import { lowCreditKind, type LowCreditMail } from './low-credit-letter.ts'

/**
 * Has an owner written to that his credit is low, in the transaction that made it so: by his own
 * mail server, where he has one, to his own address, unless he does not want to hear of it.
 */
export async function mailLowCredit(
  queries: Queries,
  queue: Queue,
  { ownerId, balance }: { ownerId: string; balance: Balance },
): Promise<void> {
  const [owner] = await queries
    .select({ email: users.email, preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  if (owner === undefined || owner.email === '') return
  const { notifications, smtp } = toPreferences(owner.preferences)
  if (!notifications.email.lowBalance) return
  const secrets = await findSecretNames(queries, ownerId)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) return
  const id = newId('email')
  const content: LowCreditMail = { to: owner.email, balance }
  const createdAt = new Date()
  await queries.insert(emails).values({
    id,
    ownerId,
    kind: lowCreditKind,
    content: { ...content },
    status: 'queued',
    createdAt,
  })
  await queue.add(queries, 'email.send', { emailId: id })
}
