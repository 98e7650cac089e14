import { toPreferences } from '../../auth/settings-view.ts'
import type { UserRow } from '../../auth/auth.repo.ts'
import { insertEmail } from '../../chats/email/emails.repo.ts'
import type { Queries } from '../../database/database.ts'
import { canSendMail } from '../../mail/can-send-mail.ts'
import type { Queue } from '../../queue/queue.ts'
import { findSecretNames } from '../../secrets/secrets.repo.ts'
import { invoiceMailKind, type InvoiceMail } from './invoice-letter.ts'

/**
 * Has an invoice sent to where its owner wants invoices, in the transaction that issues it, so that it is
 * once: by his own mail server, where he has one.
 */
export async function mailInvoice(
  queries: Queries,
  queue: Queue,
  { owner, invoiceId }: { owner: Pick<UserRow, 'id' | 'preferences'>; invoiceId: string },
): Promise<void> {
  const { billing, smtp } = toPreferences(owner.preferences)
  if (billing.invoiceEmail === '') return
  const secrets = await findSecretNames(queries, owner.id)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) return
  const content: InvoiceMail = { to: billing.invoiceEmail, invoiceId }
  await insertEmail(queries, queue, {
    ownerId: owner.id,
    kind: invoiceMailKind,
    content: { ...content },
  })
}
