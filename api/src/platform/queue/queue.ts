import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'

/** The work that is done behind the requests, and what each piece is told; never personal data. */
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
  /** Works in what the messaging provider told an owner. */
  'webhook.apply': { ownerId: string }
  /** Tells a contact that a message was read, and that the assistant is about to answer it. */
  'receipt.send': { messageId: string; isTyping?: boolean }
  /** Loads a file that a contact sent. */
  'media.fetch': { messageId: string; mediaId: string; fileName?: string; tries?: number }
  /** Looks whether an owner's number works. */
  'channel.check': { ownerId: string }
  /** Asks the provider for an owner's templates. */
  'templates.fetch': { ownerId: string }
  /** Sends a mail that the database holds. */
  'email.send': { emailId: string }
  /** Translates what contacts read of a job that is published, as far as nobody has; without a language into all. */
  'job.translate': { jobId: string; language?: string }
  /** Tells an owner's own program what the database holds for it. */
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
  'email.send',
  'job.translate',
  'webhook.post',
] as const satisfies TaskName[]

/** What does the work. It may be called again for the same piece, so it must bear that. */
export type TaskHandlers = { [K in TaskName]: (task: Tasks[K]) => Promise<void> }

interface TaskOptions {
  /** Not before that moment. */
  startAfter?: Date
  /** While a piece of work with this key waits, no second one is added. */
  singletonKey?: string
  /** Of those in a group one is worked on at a time, where the kind of work has groups. */
  group?: string
}

/** How much work of a kind there is; `dead` failed for the last time. */
export interface TaskCounts {
  name: string
  waiting: number
  active: number
  dead: number
}

/** Where work waits until a worker takes it. */
export interface Queue {
  /** Adds work in the transaction of these queries: both happen or neither. */
  add: <K extends TaskName>(
    queries: Queries,
    name: K,
    data: Tasks[K],
    options?: TaskOptions,
  ) => Promise<void>
  /** Rejects when the queue does not answer. */
  ping: () => Promise<void>
  /** A few seconds old at most. */
  counts: () => Promise<TaskCounts[]>
}
