import { setTimeout as delay } from 'node:timers/promises'

import { createPostCallback } from '../../modules/assistant/callback.ts'
import type { Timings } from '../../modules/assistant/run-turn.ts'
import { startAssistant } from '../../modules/assistant/start-assistant.ts'
import { createTranslateJob } from '../../modules/jobs/translations/translate-job.ts'
import { createCheckChannel } from '../../modules/whatsapp/health.ts'
import { createFetchMedia } from '../../modules/whatsapp/media.ts'
import { createSendMessage, createSendReceipt } from '../../modules/whatsapp/send-message.ts'
import { createFetchTemplates } from '../../modules/whatsapp/templates.ts'
import { createApplyWebhooks } from '../../modules/whatsapp/webhooks/apply-webhooks.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import type { BossQueue } from '../../platform/queue/boss-queue.ts'
import type { TaskHandlers } from '../../platform/queue/queue.ts'
import type { Services } from '../services.ts'
import { createSendAlert } from './send-alert.ts'
import { createSendEmail } from './send-email.ts'
import {
  repeatChatTimers,
  reconcilePayments,
  resumeWebhooks,
  repeatDeadSends,
  sweepHourly,
} from './upkeep.ts'

/** The running worker. */
export interface Work {
  /** Claims no new work; resolves when running work is done, or after `graceMs`. */
  stop: (graceMs: number) => Promise<void>
}

interface AssistantTimings {
  /** Time limits of the assistant that differ from the default. */
  timings?: Partial<Timings>
}

/** Starts a worker: it handles tasks of the queue, answers contacts and runs repeated work. */
export async function startWork(
  services: TaskServices & Pick<Services, 'queue' | 'log'> & AssistantTimings,
  queue: BossQueue,
): Promise<Work> {
  const { log } = services
  await queue.work(createTaskHandlers(services))
  const { meter } = services.billing
  const assistant = await startAssistant({ ...services, meter })
  const upkeep = [
    sweepHourly(services, log),
    repeatChatTimers(services),
    repeatDeadSends(services, queue.boss),
    resumeWebhooks(services),
    reconcilePayments(services),
  ]
  return {
    stop: async (graceMs) => {
      const ended = Promise.all([
        queue.drain(),
        assistant.stop(),
        ...upkeep.map((repeated) => repeated.stop()),
      ])
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })])
    },
  }
}

/** The services that task handlers use. */
type TaskServices = Pick<
  Services,
  | 'ai'
  | 'database'
  | 'fileStore'
  | 'queue'
  | 'channels'
  | 'whatsApp'
  | 'billing'
  | 'secretBox'
  | 'mail'
  | 'mailSender'
  | 'push'
  | 'publicUrl'
  | 'log'
>

/** The handlers by task name; tasks without a handler wait in the queue. */
export function createTaskHandlers({
  ai,
  database,
  fileStore,
  queue,
  channels,
  whatsApp,
  publicUrl,
  log,
  billing,
  secretBox,
  mail,
  mailSender: sender,
  push,
}: TaskServices): Partial<TaskHandlers> {
  const { meter } = billing
  return {
    'message.send': createSendMessage({ database, queue, channels, meter }),
    'webhook.apply': createApplyWebhooks({ ai, database, queue, meter, log }),
    'receipt.send': createSendReceipt({ database, channels }, log),
    'media.fetch': createFetchMedia({ database, fileStore, queue }, whatsApp),
    'channel.check': createCheckChannel({ database, queue, whatsApp, publicUrl }),
    'templates.fetch': createFetchTemplates(database, whatsApp),
    'alert.send': createSendAlert({ database, queue, secretBox, push }),
    'email.send': createSendEmail({
      database,
      queue,
      fileStore,
      secretBox,
      mailer: createMailer(mail),
      sender,
      publicUrl,
    }),
    'job.translate': createTranslateJob({ ai, database, queue, log }),
    'webhook.post': createPostCallback({ database, secretBox, rules: mail }),
  }
}
