import type { Hono } from 'hono'
import type { Logger } from 'pino'

import type { SignIns } from '../modules/account/sign-ins/sign-ins.ts'
import type { AiProvider } from '../modules/ai/ai-provider.ts'
import type { Billing } from '../modules/billing/billing.ts'
import type { Channels } from '../modules/chats/channel.ts'
import type { WhatsApp } from '../modules/whatsapp/whatsapp-channel.ts'
import type { Database } from '../platform/database/database.ts'
import type { EventFeed } from '../platform/events/events.repo.ts'
import type { LimitedFileStore } from '../platform/files/file-store.ts'
import type { CallSlots } from '../platform/http/call-slots.ts'
import type { VerifyToken } from '../platform/http/context.ts'
import type { RequestLimits } from '../platform/http/request-limits.ts'
import type { MailRules } from '../platform/mail/mail-host.ts'
import type { MailSender } from '../platform/mail/mail-sender.ts'
import type { PushSender } from '../platform/push/push-sender.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Tracing } from '../platform/tracing/start-tracing.ts'
import type { Watchdog } from '../platform/watchdog/watchdog.ts'
import type { HasRoom } from './health/disk-room.ts'

/** Routes that only a developer's machine has. */
export interface LocalRoutes {
  /** Mounted above the limits of requests and bodies, as a provider's webhooks and files need it. */
  unlimited: Hono
  limited: Hono
}

/** The services that routes use; opened by the server, or provided by a test. */
export interface Services {
  database: Database
  /** Set if the database is on a disk of this machine. */
  hasRoom?: HasRoom | undefined
  /** Where the bytes of files are. */
  fileStore: LimitedFileStore
  queue: Queue
  feed: EventFeed
  verifyToken: VerifyToken
  /** Limits the expensive calls of this process that run at once. */
  callSlots: CallSlots
  /** Which sign-ins are open. */
  signIns: SignIns
  billing: Billing
  /** Encrypts owners' secrets. */
  secretBox: SecretBox
  /** Which mail servers owners may name. */
  mail: MailRules
  /** The mail server for e-mails to owners. */
  mailSender?: MailSender | undefined
  /** Sends push messages to owners' devices. */
  push: PushSender
  channels: Channels
  /** WhatsApp's api, the provider's and the simulated one. */
  whatsApp: WhatsApp
  /** The limits of requests by address; undefined means none. */
  limits?: RequestLimits | undefined
  /** The provider that drafts jobs and answers contacts. */
  ai: AiProvider
  /** Routes of a developer's machine. */
  local?: LocalRoutes | undefined
  log: Logger
  /** The token that allows reading the metrics from another machine. */
  metricsToken?: string | undefined
  /** Set if traces are exported; otherwise requests only have trace ids. */
  tracing?: Tracing | undefined
  /** Watches the event loop; tests run without. */
  watchdog?: Watchdog | undefined
  /** Aborted when the process is about to stop. */
  closing: AbortSignal
  /** Where people and providers reach the product, without a slash at the end. */
  publicUrl: string
  /** The page with the simulated phones; on a developer's machine only. */
  phonePage?: string | undefined
  /** Whether connected numbers are simulated ones as well. */
  isGraphSimulated?: boolean | undefined
  /** What Meta's signup window needs; undefined if there is no Meta app. */
  signup?: { appId: string; configId: string; graphVersion: string } | undefined
}
