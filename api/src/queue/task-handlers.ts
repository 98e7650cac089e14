import { createPostWebhook } from '../assistant/webhook/post-webhook.ts'
import { createSendMessage } from '../channel/send-message.ts'
import { createSendReceipt } from '../channel/send-receipt.ts'
import { createSendEmail } from '../chats/email/send-email.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import { createFetchTemplates } from '../whatsapp/account/fetch-templates.ts'
import { createCheckChannel } from '../whatsapp/account/settle-check.ts'
import { createFetchMedia } from '../whatsapp/media/fetch-media.ts'
import { createReceiveWebhooks } from '../whatsapp/webhooks/receive-webhooks.ts'
import type { TaskHandlers } from './queue.ts'

/** What the handlers work with. */
export type TaskServices = Pick<
  Services,
  | 'database'
  | 'queue'
  | 'channels'
  | 'whatsApp'
  | 'billing'
  | 'secretBox'
  | 'mail'
  | 'publicUrl'
  | 'log'
>

/** What does each kind of work; a kind that is missing here waits in the queue. */
export function createTaskHandlers({
  database,
  queue,
  channels,
  whatsApp,
  publicUrl,
  log,
  billing,
  secretBox,
  mail,
}: TaskServices): Partial<TaskHandlers> {
  const { meter } = billing
  return {
    'message.send': createSendMessage({ database, queue, channels, meter }),
    'webhook.apply': createReceiveWebhooks({ database, queue, meter, log }),
    'receipt.send': createSendReceipt({ database, channels }, log),
    'media.fetch': createFetchMedia({ database, queue }, whatsApp),
    'channel.check': createCheckChannel({ database, queue, whatsApp, publicUrl }),
    'templates.fetch': createFetchTemplates(database, whatsApp),
    'email.send': createSendEmail({ database, secretBox, mailer: createMailer(mail), publicUrl }),
    'webhook.post': createPostWebhook({ database, rules: mail }),
  }
}
