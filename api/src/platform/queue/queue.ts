import type { AlertKind } from '@errand/contract/alert-choices'
import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'

/** The background tasks and their payloads, which never hold personal data. */
export interface Tasks {
  /** Sends a message that its chat holds as `queued`. */
  'message.send': {
    messageId: string
    attempt: number
    tries?: number
    hasPlace?: boolean
    /** Tries whether the provider has stopped throttling that number, after so many pauses. */
    probe?: { ownerId: string; channel: Channel; pauses: number }
  }
  /** Processes the stored webhooks of one owner. */
  'webhook.apply': { ownerId: string }
  /** Sends a read receipt, and the typing indicator where the assistant is about to reply. */
  'receipt.send': { messageId: string; isTyping?: boolean }
  /** Downloads a file that a contact sent. */
  'media.fetch': { messageId: string; mediaId: string; fileName?: string; tries?: number }
  /** Checks whether an owner's number works. */
  'channel.check': { ownerId: string }
  /** Fetches an owner's templates from the provider. */
  'templates.fetch': { ownerId: string }
  /**
   * Sends an alert to an owner's devices; `waiting` says how many chats need the owner after the quiet
   * hours, `failed` without a chat in how many a message was not delivered, `newDevice` names a sign-in. With a device it goes to that
   * one alone.
   */
  'alert.send': {
    ownerId: string
    kind: AlertKind | 'newDevice' | 'waiting'
    sessionId?: string
    detail?: string
    deviceId?: string
  }
  /** Sends a stored e-mail. */
  'email.send': { emailId: string }
  /** Translates the missing texts of a published job into one language, or into all without one. */
  'job.translate': { jobId: string; language?: string }
  /** Sends a stored callback to an owner's own server. */
  'webhook.post': { webhookId: string }
}
export type TaskName = keyof Tasks

export const taskNames = [
  'message.send',
  'webhook.apply',
  'receipt.send',
  'media.fetch',
  'channel.check',
  'templates.fetch',
  'alert.send',
  'email.send',
  'job.translate',
  'webhook.post',
] as const satisfies TaskName[]

/** The handler of each task. A task may run more than once, so handlers must be idempotent. */
export type TaskHandlers = { [K in TaskName]: (task: Tasks[K]) => Promise<void> }

interface TaskOptions {
  /** The task does not run before this moment. */
  startAfter?: Date
  /** While a task with this key waits, no second one is added. */
  singletonKey?: string
  /** Only one task of a group runs at a time, for kinds of tasks that have groups. */
  group?: string
}

/** How many tasks of a kind there are; `dead` are those whose last retry failed. */
export interface TaskCounts {
  name: string
  waiting: number
  active: number
  dead: number
}

/** Where tasks wait until a worker claims them. */
export interface Queue {
  /** Adds a task in the transaction of these queries: both happen or neither. */
  add: <K extends TaskName>(
    queries: Queries,
    name: K,
    data: Tasks[K],
    options?: TaskOptions,
  ) => Promise<void>
  /** Rejects when the queue does not answer. */
  ping: () => Promise<void>
  /** The counts may be a few seconds old. */
  counts: () => Promise<TaskCounts[]>
}
