import * as z from 'zod/mini'

import { isAccountOpen } from '../../modules/account/account.repo.ts'
import { alertMailKind, quietEndFor } from '../../modules/account/alerts/queue-alert.ts'
import {
  readOwnMail,
  sendByOwner,
  sendToOwner,
  type MailDeps,
} from '../../modules/account/alerts/send-to-owner.ts'
import { readPreferences } from '../../modules/account/settings-view.ts'
import { newDeviceMailKind } from '../../modules/account/sign-ins/sign-ins.repo.ts'
import {
  handoffKind,
  handoffMailSchema,
  writeHandoffLetter,
} from '../../modules/assistant/hand-off.ts'
import {
  invoiceMailKind,
  invoiceMailSchema,
  writeInvoiceEmail,
} from '../../modules/billing/invoices/invoices.ts'
import {
  lowCreditKind,
  lowCreditMailSchema,
  writeLowCreditEmail,
} from '../../modules/billing/low-credit.ts'
import {
  chatEmailKind,
  chatEmailSchema,
  writeChatLetter,
} from '../../modules/chats/email/chat-letter.ts'
import { settleEmail } from '../../modules/chats/email/emails.repo.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findEmail, postponeEmail, type EmailRow } from '../../platform/mail/mail-outbox.ts'
import { MailRefusal } from '../../platform/mail/mailer.ts'
import type { Queue, TaskHandlers } from '../../platform/queue/queue.ts'
import { alertMailSchema, writeAlertEmail, writeNewDeviceEmail } from './describe-alert.ts'

interface EmailDeps extends Omit<MailDeps, 'queries'> {
  database: Database
  queue: Queue
  fileStore: FileStore
  /** The URL that links in mails lead to. */
  publicUrl: string
}

/**
 * Sends queued mails: chats through the owner's own server, notices to the owner through any. A mail that the server refuses has failed; a temporary failure is thrown, so that
 * the queue retries it. A crash between sending and recording it sends the mail twice, with the same
 * message id.
 */
export function createSendEmail({
  database,
  queue,
  fileStore,
  secretBox,
  mailer,
  sender,
  publicUrl,
}: EmailDeps): TaskHandlers['email.send'] {
  return async ({ emailId }) => {
    const email = await findEmail(database.queries, emailId)
    if (email === undefined || email.status !== 'queued') return
    if (!(await isAccountOpen(database.queries, email.ownerId))) return
    const quietEnd = await readQuietEnd(email)
    if (quietEnd !== undefined)
      return database.transaction((queries) => postponeEmail(queries, queue, email, quietEnd))
    const error = await trySend(email)
    await database.transaction((queries) => settleEmail(queries, emailId, error))
  }

  /** Until when an alert has to wait; a letter that the owner has written goes out at once. */
  async function readQuietEnd({ ownerId, kind, content }: EmailRow): Promise<Date | undefined> {
    if (kind !== alertMailKind && kind !== handoffKind) return undefined
    const preferences = await readPreferences(database.queries, ownerId)
    if (kind === alertMailKind) return quietEndFor(z.parse(alertMailSchema, content), preferences)
    const { reason } = z.parse(handoffMailSchema, content)
    return quietEndFor({ kind: 'handoff', detail: reason }, preferences)
  }

  async function trySend(email: EmailRow): Promise<MailRefusal | undefined> {
    const { ownerId, id, kind } = email
    try {
      const letter = await write(email)
      if (letter === undefined) return new MailRefusal(0, 'What it is about is gone.', undefined)
      const mail = { queries: database.queries, secretBox, mailer, sender }
      if (kind === chatEmailKind)
        await sendByOwner(mailer, await readOwnMail(mail, ownerId), { ...letter, id })
      else await sendToOwner(mail, ownerId, { ...letter, id })
      return undefined
    } catch (error) {
      if (error instanceof MailRefusal) return error
      throw error
    }
  }

  async function write({ kind, content, ownerId, sessionId }: EmailRow) {
    const chat = { ownerId, sessionId: sessionId ?? '' }
    if (kind === lowCreditKind) {
      return writeLowCreditEmail(z.parse(lowCreditMailSchema, content), publicUrl)
    }
    if (kind === invoiceMailKind) {
      const mail = z.parse(invoiceMailSchema, content)
      return writeInvoiceEmail(database.queries, ownerId, { mail, publicUrl })
    }
    if (kind === newDeviceMailKind)
      return writeNewDeviceEmail(database.queries, ownerId, { content, publicUrl })
    if (kind === alertMailKind)
      return writeAlertEmail(database.queries, chat, { content, publicUrl })
    if (kind === handoffKind) {
      const mail = z.parse(handoffMailSchema, content)
      return writeHandoffLetter(database.queries, chat, { mail, publicUrl })
    }
    const chatEmail = { ...chat, email: z.parse(chatEmailSchema, content) }
    return writeChatLetter({ database, fileStore }, chatEmail)
  }
}
