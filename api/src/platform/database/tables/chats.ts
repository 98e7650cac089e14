import type {
  AnswerMeta,
  AnswerSuggestion,
  BookingDecision,
  FormData,
} from '@errand/contract/chats/form-data'
import type { MessageAuthor, MessageStatus } from '@errand/contract/chats/message'
import type {
  Channel,
  ChatSession,
  CloseReason,
  HandoffReason,
  RunState,
  SessionHandler,
  SessionStatus,
} from '@errand/contract/chats/session'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { micros, moment, enumText, tsvector } from './columns.ts'
import { forms, jobs } from './jobs.ts'
import { ownerId } from './users.ts'

/**
 * The people who write to an owner, one row each. WhatsApp identifies them by their number, by an id
 * that only this business sees, or by both.
 */
export const contacts = pgTable(
  'contacts',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    name: text('name').notNull(),
    /** As E.164; null where WhatsApp does not disclose it. */
    phoneNumber: text('phone_number'),
    userId: text('user_id'),
    /** `@asha`, of people who show it instead of their number. */
    username: text('username').notNull().default(''),
    language: text('language'),
    optedOutAt: moment('opted_out_at'),
    /** The contact opted out of marketing at WhatsApp; other messages may still be sent. */
    marketingOptedOutAt: moment('marketing_opted_out_at'),
    blockedAt: moment('blocked_at'),
    /** Name, username and number, as `search-words.ts` makes them. */
    searchWords: tsvector('search_words').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('contacts_named', sql`phone_number is not null or user_id is not null`),
    uniqueIndex('contacts_user_id').on(table.ownerId, table.userId),
    uniqueIndex('contacts_phone_number').on(table.ownerId, table.phoneNumber),
    index('contacts_search').using('gin', table.searchWords),
  ],
)

/**
 * The attentions that are stored; `unread` and `window_closing` follow from other columns. A `reminder`
 * that is due is shown as `review`.
 */
export type StoredAttention =
  | Exclude<ChatSession['attention'][number], 'unread' | 'window_closing'>
  | 'reminder'

/** When each stored attention began, and the message that it is about. */
export type AttentionAbout = Partial<Record<StoredAttention, { since: string; messageId?: string }>>

/**
 * Why chats were closed. Pages of an earlier release refuse a reason that they do not know, so a chat
 * that its contact ended is sent to them with `endedByContact` instead.
 */
export type StoredCloseReason = CloseReason | 'contact'

/** The notices that the product itself sends to contacts, each with the time of the last one. */
export type Notices = Partial<
  Record<'away' | 'exhausted' | 'voice_note' | 'no_words' | 'fallback' | 'nudge', string>
>

/** A summary of a chat's earlier messages, and the last message that it covers. */
type StoredSummary = NonNullable<ChatSession['summary']> & { upToSeq: number }

export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    contactId: text('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    jobId: text('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    jobVersion: integer('job_version'),
    formId: text('form_id').references(() => forms.id, { onDelete: 'set null' }),
    channel: enumText<Channel>('channel').notNull(),
    status: enumText<SessionStatus>('status').notNull(),
    closeReason: enumText<StoredCloseReason>('close_reason'),
    handler: enumText<SessionHandler>('handler').notNull(),
    handlerSince: moment('handler_since').notNull(),
    handlerReason: enumText<HandoffReason>('handler_reason'),
    /** Every reason for which the chat was handed to the owner, in order; handing it back keeps them. */
    handoffReasons: text('handoff_reasons')
      .array()
      .$type<HandoffReason[]>()
      .notNull()
      .default(sql`'{}'`),
    returnAt: moment('return_at'),
    run: enumText<RunState>('run').notNull().default('idle'),
    attention: text('attention')
      .array()
      .$type<StoredAttention[]>()
      .notNull()
      .default(sql`'{}'`),
    attentionAbout: jsonb('attention_about').$type<AttentionAbout>().notNull().default({}),
    /** When the owner put aside what the chat needs them for; null once something new has happened. */
    attentionDoneAt: moment('attention_done_at'),
    lastInboundAt: moment('last_inbound_at'),
    /** The end of the 24-hour window: free text may be sent until 24 hours after the contact wrote. */
    windowExpiresAt: moment('window_expires_at'),
    /** The end of the window for which the `window_closing` event was already published. */
    windowToldFor: moment('window_told_for'),
    unreadCount: integer('unread_count').notNull().default(0),
    lastReadMessageId: text('last_read_message_id'),
    lastMessageId: text('last_message_id'),
    lastMessagePreview: text('last_message_preview').notNull().default(''),
    lastMessageAuthor: enumText<MessageAuthor>('last_message_author'),
    lastMessageAt: moment('last_message_at'),
    lastMessageStatus: enumText<MessageStatus>('last_message_status'),
    messageCount: integer('message_count').notNull().default(0),
    remarkCount: integer('remark_count').notNull().default(0),
    savedForLater: boolean('saved_for_later').notNull().default(false),
    savedAt: moment('saved_at'),
    savedNote: text('saved_note'),
    remindAt: moment('remind_at'),
    summary: jsonb('summary').$type<StoredSummary>(),
    billedMessages: integer('billed_messages').notNull().default(0),
    costMicros: micros('cost_micros')
      .notNull()
      .default(sql`0`),
    /** When the contact last got each of the notices that must not be repeated often. */
    notices: jsonb('notices').$type<Notices>().notNull().default({}),
    /** The assistant waits until then because the owner is typing. */
    ownerTypesUntil: moment('owner_types_until'),
    /** The number of the chat's latest event. */
    seq: integer('seq').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    lastActivityAt: moment('last_activity_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('chat_sessions_by_form')
      .on(table.formId)
      .where(sql`form_id is not null`),
    check('chat_sessions_channel', sql`channel in ('whatsapp', 'simulator')`),
    check('chat_sessions_status', sql`status in ('active', 'completed', 'closed')`),
    check('chat_sessions_handler', sql`handler in ('assistant', 'owner', 'none')`),
    check('chat_sessions_run', sql`run in ('idle', 'debouncing', 'thinking', 'sending', 'error')`),
    check('chat_sessions_closed', sql`(status = 'closed') = (closed_at is not null)`),
    check('chat_sessions_close_reason', sql`status <> 'active' or close_reason is null`),
    check('chat_sessions_unread', sql`unread_count >= 0`),
    // Two messages at the same moment still open one chat.
    uniqueIndex('chat_sessions_one_active')
      .on(table.contactId, table.channel)
      .where(sql`status = 'active'`),
    index('chat_sessions_by_activity').on(table.ownerId, table.lastActivityAt, table.id),
    index('chat_sessions_by_window').on(table.ownerId, table.windowExpiresAt, table.id),
    index('chat_sessions_by_unread').on(table.ownerId, table.unreadCount, table.id),
    index('chat_sessions_by_update').on(table.ownerId, table.updatedAt),
    index('chat_sessions_by_job').on(table.jobId, table.createdAt),
    index('chat_sessions_open_by_job')
      .on(table.jobId)
      .where(sql`status = 'active'`),
    index('chat_sessions_by_contact').on(table.contactId, table.createdAt),
    index('chat_sessions_idle')
      .on(table.lastActivityAt)
      .where(sql`status = 'active'`),
    index('chat_sessions_window_ends')
      .on(table.windowExpiresAt)
      .where(sql`status = 'active' and last_message_author = 'contact'`),
    index('chat_sessions_return_at')
      .on(table.returnAt)
      .where(sql`return_at is not null`),
    index('chat_sessions_remind_at')
      .on(table.remindAt)
      .where(sql`remind_at is not null`),
  ],
)

/** The column that says which chat a row belongs to. */
export const sessionId = () =>
  text('session_id')
    .notNull()
    .references(() => chatSessions.id, { onDelete: 'cascade' })

/** A change of agreed answers that the contact has not said yes to. */
export type ProposedAnswers = Pick<FormData, 'status' | 'values' | 'meta'> & {
  /** When the answers would be for; their place is held. */
  day: string | null
  time: string | null
}

/** One set of answers that a chat has collected; a second booking of the chat is a second set. */
export const formData = pgTable(
  'form_data',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id, { onDelete: 'cascade' }),
    formVersion: integer('form_version').notNull(),
    /** The one set of its chat that is open or was the last one. */
    isLatest: boolean('is_latest').notNull().default(true),
    /** The fields as they were when the chat started. */
    fields: jsonb('fields').$type<(typeof forms.$inferSelect)['fields']>().notNull(),
    status: enumText<FormData['status']>('status').notNull(),
    version: integer('version').notNull().default(1),
    values: jsonb('values').$type<FormData['values']>().notNull().default({}),
    meta: jsonb('meta').$type<Record<string, AnswerMeta>>().notNull().default({}),
    suggestions: jsonb('suggestions').$type<AnswerSuggestion[]>().notNull().default([]),
    /** The keys of the fields that the assistant has asked for, the latest last. */
    asked: jsonb('asked').$type<string[]>().notNull().default([]),
    /** When the answers are for, on the clock of the business, as `booking-time.ts` finds it in them. */
    day: date('day'),
    time: text('time'),
    /** The last day of a stay; of other bookings the same day. */
    lastDay: date('last_day'),
    /** What the owner has decided about that day and time. */
    decision: enumText<BookingDecision>('decision'),
    decidedAt: moment('decided_at'),
    /** When contact and business agreed to the answers last; from then on a contact can only propose. */
    agreedAt: moment('agreed_at'),
    proposed: jsonb('proposed').$type<ProposedAnswers>(),
    /** When the contact asked to cancel it, which is the owner's to decide. */
    cancelAskedAt: moment('cancel_asked_at'),
    /** When what follows the completion (e-mail, callback) was queued; it happens once. */
    followedUpAt: moment('followed_up_at'),
    /** The answers, folded for the search. */
    searchText: text('search_text').notNull().default(''),
    completedAt: moment('completed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check(
      'form_data_status',
      sql`status in ('empty', 'partial', 'complete', 'confirmed', 'corrected')`,
    ),
    check('form_data_decision', sql`decision in ('confirmed', 'cancelled')`),
    check('form_data_time', sql`time is null or day is not null`),
    check('form_data_last_day', sql`(last_day is null) = (day is null) and last_day >= day`),
    index('form_data_by_day').on(table.ownerId, table.lastDay, table.day, table.time),
    uniqueIndex('form_data_latest')
      .on(table.sessionId)
      .where(sql`is_latest`),
    index('form_data_by_session').on(table.sessionId, table.createdAt),
    index('form_data_proposed')
      .on(table.formId)
      .where(sql`proposed is not null`),
    index('form_data_by_owner').on(table.ownerId, table.updatedAt),
    index('form_data_by_update').on(table.formId, table.updatedAt, table.id),
  ],
)
