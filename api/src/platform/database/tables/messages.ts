import type {
  Message,
  MessageAi,
  MessageAuthor,
  MessageChoices,
  MessageKind,
  MessageStatus,
  MessageTemplate,
  MessageType,
} from '@errand/contract/chats/message'
import type { HandoffReason, SessionHandler, SessionStatus } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { assistantRuns, type StoredRunState } from './assistant.ts'
import {
  sessionId,
  type AttentionAbout,
  type StoredAttention,
  type StoredCloseReason,
} from './chats.ts'
import { moment, enumText, tsvector } from './columns.ts'
import { ownerId } from './users.ts'

export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    clientId: text('client_id'),
    direction: enumText<Message['direction']>('direction').notNull(),
    author: enumText<MessageAuthor>('author').notNull(),
    /** The message's place in its chat. */
    seq: integer('seq').notNull(),
    type: enumText<MessageType>('type').notNull(),
    kind: enumText<MessageKind>('kind'),
    text: text('text').notNull(),
    about: jsonb('about').$type<NonNullable<Message['about']>>(),
    template: jsonb('template').$type<NonNullable<Message['template']>>(),
    /** Without the URL, which is signed anew for each response. */
    media: jsonb('media').$type<Omit<NonNullable<Message['media']>, 'url'>>(),
    /** What the contact can tap to answer it. */
    choices: jsonb('choices').$type<NonNullable<Message['choices']>>(),
    replyToId: text('reply_to_id'),
    /** The contact's reaction to this message, and when it was last set, changed or removed. */
    reaction: text('reaction'),
    reactedAt: moment('reacted_at'),
    status: enumText<MessageStatus>('status').notNull(),
    statusAt: jsonb('status_at').$type<Message['statusAt']>().notNull(),
    error: jsonb('error').$type<NonNullable<Message['error']>>(),
    attempts: integer('attempts').notNull().default(0),
    providerId: text('provider_id'),
    heldUntil: moment('held_until'),
    /** Of a held reply: the state of the chat that Undo restores. */
    undo: jsonb('undo').$type<ReplyUndo>(),
    readByOwnerAt: moment('read_by_owner_at'),
    /** Warnings for the owner about a contact's message. */
    flags: text('flags').array().$type<NonNullable<Message['flags']>>(),
    ai: jsonb('ai').$type<NonNullable<Message['ai']>>(),
    /** The assistant's run that wrote the message, and as which part of its reply. */
    runId: text('run_id').references(() => assistantRuns.id, { onDelete: 'set null' }),
    runPart: integer('run_part'),
    feedback: jsonb('feedback').$type<NonNullable<Message['feedback']>>(),
    billed: jsonb('billed').$type<NonNullable<Message['billed']>>(),
    createdAt: moment('created_at').notNull(),
    /** When its author last edited or deleted the message; a deleted one has no text. */
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
    /** The words as `search-words.ts` makes them. */
    searchWords: tsvector('search_words').notNull(),
  },
  (table) => [
    check('messages_direction', sql`direction in ('in', 'out')`),
    check('messages_author', sql`author in ('contact', 'assistant', 'owner', 'system')`),
    check(
      'messages_status',
      sql`status in ('queued', 'sent', 'failed', 'delivered', 'read', 'received')`,
    ),
    check('messages_inbound', sql`(direction = 'in') = (status = 'received')`),
    uniqueIndex('messages_seq').on(table.sessionId, table.seq),
    // A double click or a retried request cannot send twice, nor a webhook store twice.
    uniqueIndex('messages_client_id').on(table.ownerId, table.clientId),
    uniqueIndex('messages_provider_id').on(table.ownerId, table.providerId),
    // A run that is resumed sends each part only once.
    uniqueIndex('messages_run_part').on(table.runId, table.runPart),
    index('messages_by_owner').on(table.ownerId, table.createdAt),
    index('messages_unread')
      .on(table.sessionId, table.seq)
      .where(sql`direction = 'in' and read_by_owner_at is null`),
    // For the few queued or failed messages of a long chat.
    index('messages_open')
      .on(table.sessionId, table.status)
      .where(sql`status in ('queued', 'failed')`),
    // For the few messages that the owner rated.
    index('messages_rated')
      .on(table.sessionId)
      .where(sql`feedback is not null`),
    index('messages_search').using('gin', table.searchWords),
  ],
)

/** Edits and deletions that arrived before the message they belong to. */
export const earlyMessageChanges = pgTable(
  'early_message_changes',
  {
    ownerId: ownerId(),
    /** The provider's id of the message. */
    providerId: text('provider_id').notNull(),
    /** The new text; null when the message was deleted. */
    text: text('text'),
    at: moment('at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.providerId] }),
    index('early_message_changes_created_at').on(table.createdAt),
  ],
)

/** The owner's private notes on messages. */
export const remarks = pgTable(
  'remarks',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
  },
  (table) => [
    index('remarks_by_message').on(table.messageId, table.createdAt),
    index('remarks_by_session').on(table.sessionId),
    index('remarks_by_owner').on(table.ownerId),
  ],
)

/** The message templates at the provider, as of the last fetch. */
export const templates = pgTable(
  'templates',
  {
    ownerId: ownerId(),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: enumText<Template['category']>('category').notNull(),
    status: enumText<Template['status']>('status').notNull(),
    body: text('body').notNull(),
    header: text('header'),
    footer: text('footer'),
    buttons: jsonb('buttons').$type<Template['buttons']>().notNull(),
    variables: jsonb('variables').$type<Template['variables']>().notNull(),
    parameterFormat: enumText<Template['parameterFormat']>('parameter_format').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name, table.language] })],
)

/** The handler and the status of a chat, as JSON. */
export interface StoredState {
  status: SessionStatus
  closeReason: StoredCloseReason | null
  closedAt: string | null
  handler: SessionHandler
  handlerSince: string
  handlerReason: HandoffReason | null
  returnAt: string | null
}

/** What a reply changed in its chat besides adding the message; Undo restores it. */
export interface ReplyUndo {
  /** The chat's state before the reply, and as the reply left it. */
  before: StoredState
  after: StoredState
  attention: { before: StoredAttention[]; after: StoredAttention[]; about: AttentionAbout }
  handoffReasons: HandoffReason[]
  lastReadMessageId: string | null
  /** The runs that the reply cancelled, as they were. */
  runs: { id: string; state: StoredRunState; wakeAt: string | null }[]
  /** The assistant's messages that the reply removed from the outbox. */
  unsent: UnsentMessage[]
}

/** A message of the assistant that was removed before it was sent. */
export interface UnsentMessage {
  text: string
  template?: MessageTemplate
  choices?: MessageChoices
  ai?: MessageAi
  runId?: string
  runPart?: number
  heldUntil: string
  at: string
}
