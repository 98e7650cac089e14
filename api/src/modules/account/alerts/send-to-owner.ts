import { canSendMail } from '@errand/contract/settings'

import type { Queries } from '../../../platform/database/database.ts'
import { sendByProduct, type MailSender } from '../../../platform/mail/mail-sender.ts'
import { MailRefusal, type Mailer, type OutgoingEmail } from '../../../platform/mail/mailer.ts'
import type { NoticeEmail } from '../../../platform/mail/notice-email.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { readSecret } from '../../../platform/secrets/secrets.repo.ts'
import { readPreferences } from '../settings-view.ts'

/** What sending e-mails needs. */
export interface MailDeps {
  queries: Queries
  secretBox: SecretBox
  mailer: Mailer
  /** The product's own server; undefined if the deployment has none. */
  sender?: MailSender | undefined
}

/** An owner's own mail server, and how e-mails name their sender. */
export async function readOwnMail({ queries, secretBox }: MailDeps, ownerId: string) {
  const { smtp, business } = await readPreferences(queries, ownerId)
  const { host, port, security, username } = smtp
  const password = await readSecret(queries, secretBox, { ownerId, name: 'smtp_password' })
  const name = smtp.fromName === '' ? business.name : smtp.fromName
  return {
    canSend: canSendMail(smtp, password !== undefined),
    server: { host, port, security, username, password },
    from: { name, address: smtp.fromEmail },
    replyTo: smtp.replyTo,
  }
}

/** Sends an e-mail through the owner's own server. */
export function sendByOwner(
  mailer: Mailer,
  { server, from, replyTo }: Awaited<ReturnType<typeof readOwnMail>>,
  letter: Omit<OutgoingEmail, 'from' | 'messageId'> & { id: string },
): Promise<void> {
  const { id, ...content } = letter
  const messageId = messageIdOf(id, from.address)
  return mailer.send(server, { ...(replyTo !== '' && { replyTo }), ...content, from, messageId })
}

/**
 * Sends an e-mail to the owner: through their own server, or the product's where there is none or where it
 * fails, as an alert is of no use later.
 */
export async function sendToOwner(
  deps: MailDeps,
  ownerId: string,
  letter: NoticeEmail & { id: string },
): Promise<void> {
  const { mailer, sender } = deps
  const own = await readOwnMail(deps, ownerId)
  if (own.canSend) {
    try {
      return await sendByOwner(mailer, own, letter)
    } catch (error) {
      if (sender === undefined) throw error
    }
  }
  if (sender === undefined) throw new MailRefusal(0, 'No mail server is set up.', undefined)
  const { id, ...content } = letter
  await sendByProduct(sender, { ...content, messageId: messageIdOf(id, sender.address) })
}

const messageIdOf = (id: string, address: string) => `<${id}@${address.split('@').at(-1) ?? ''}>`
