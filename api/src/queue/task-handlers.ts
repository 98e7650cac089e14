import { makeAccountFile } from '../auth/export/make-account-file.ts'
import { renderInvoice } from '../billing/invoices/render-invoice.ts'
import { createSendMessage } from '../channel/send-message.ts'
import { createSendEmail } from '../chats/email/send-email.ts'
import { makeChatsFile } from '../chats/export/make-chats-file.ts'
import { createMakeExport } from '../exports/make-export.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import type { TaskHandlers } from './queue.ts'

/** What the handlers work with. */
export type TaskServices = Pick<
  Services,
  'database' | 'channels' | 'billing' | 'secretBox' | 'mail'
>

/** What does each kind of work; a kind that is missing here waits in the queue. */
export function createTaskHandlers({
  database,
  channels,
  billing,
  secretBox,
  mail,
}: TaskServices): Partial<TaskHandlers> {
  return {
    'message.send': createSendMessage({ database, channels, meter: billing.meter }),
    'email.send': createSendEmail({ database, secretBox, mailer: createMailer(mail) }),
    'export.make': createMakeExport(database, {
      chats: makeChatsFile,
      account: makeAccountFile,
    }),
    'invoice.render': (task) => renderInvoice({ database }, task),
  }
}
