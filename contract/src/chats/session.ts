import * as z from 'zod/mini'

import { type Answer, call } from '../call.ts'
import { amountMinorSchema, currencySchema } from '../money.ts'
import { flagSchema, listOf, pageOf, pageQuery } from '../page.ts'
import { daySchema, momentSchema } from '../period.ts'
import { snippetSchema } from '../search-marks.ts'
import { searchQuery, trimmedText } from '../text-schemas.ts'
import { bookingSchema, formDataSchema } from './form-data.ts'
import { messageAuthors, messageErrorSchema, messageSchema, messageStatuses } from './message.ts'
import { templateSchema } from './template.ts'

/** The statuses of a chat. */
export const sessionStatuses = ['active', 'completed', 'closed'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Who answers in a chat. */
export const sessionHandlers = ['assistant', 'owner', 'none'] as const
export type SessionHandler = (typeof sessionHandlers)[number]

export const closeReasons = ['completed', 'owner', 'idle', 'opted_out', 'blocked', 'limit'] as const
export type CloseReason = (typeof closeReasons)[number]

/** Why the assistant handed a chat over to its owner. */
export const handoffReasons = [
  'customer_request',
  'missing_knowledge',
  'unsupported_request',
  'policy_restriction',
  'tool_failure',
  'pending_clarification',
  'usage_limit',
  'owner_takeover',
  'max_attempts',
  'negative_sentiment',
  'emergency',
] as const
export type HandoffReason = (typeof handoffReasons)[number]

/** What the assistant is doing in a chat at this moment. */
export const runStates = ['idle', 'debouncing', 'thinking', 'sending', 'error'] as const
export type RunState = (typeof runStates)[number]

/** How long before its end the 24-hour window counts as closing, in milliseconds. */
export const windowClosingMs = 2 * 60 * 60 * 1000

/** Why a chat needs the owner's attention. */
export const attentions = [
  'unread',
  'handoff',
  'failed_message',
  'window_closing',
  'awaiting_template',
  'review',
] as const
export type Attention = (typeof attentions)[number]

/** Why a chat needs its owner now, the most urgent first; much of `attention` can wait. */
export const needReasons = [
  'handoff',
  'failed_message',
  'window_closing',
  'awaiting_template',
  'booking',
  'reminder',
] as const
export type NeedReason = (typeof needReasons)[number]

/** What a chat needs its owner for: the most urgent reason, since when, and what it is about. */
export const chatNeedSchema = z.object({
  reason: z.enum(needReasons),
  since: z.iso.datetime(),
  /** The message that failed, or that waits for the owner. */
  messageId: z.optional(z.string()),
  /** Why the message failed. */
  error: z.optional(messageErrorSchema),
  /** The booking that waits for a decision, and the number that `If-Match` names. */
  booking: z.optional(
    z.object({
      ...z.pick(bookingSchema, { day: true, time: true }).shape,
      formDataId: z.string(),
      version: z.int(),
    }),
  ),
})
export type ChatNeed = z.infer<typeof chatNeedSchema>

export const channels = ['whatsapp', 'simulator'] as const
export type Channel = (typeof channels)[number]

/** The person a chat is with. */
export const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As phones dial it, as E.164; empty where WhatsApp does not disclose it. */
  phoneNumber: z.string(),
  /** The number as WhatsApp has it and in links to WhatsApp, without its plus. */
  waId: z.string(),
  /** `@asha`, of people who show it instead of their number. */
  username: z.optional(z.string()),
  language: z.optional(z.string()),
  optedOutAt: z.optional(z.iso.datetime()),
  blocked: z.boolean(),
  previousSessions: z.int(),
})
export type Contact = z.infer<typeof contactSchema>

/** One chat with one person. `seq` counts its events: a gap means that something was missed. */
export const chatSessionSchema = z.object({
  id: z.string(),
  contact: contactSchema,
  job: z.nullable(z.object({ id: z.string(), name: z.string(), color: z.optional(z.string()) })),
  jobVersion: z.nullable(z.int()),
  channel: z.enum(channels),
  status: z.enum(sessionStatuses),
  closeReason: z.optional(z.enum(closeReasons)),
  /** The contact has ended the chat with CANCEL, END or QUIT; it has no `closeReason` then. */
  endedByContact: z.optional(z.boolean()),
  handler: z.enum(sessionHandlers),
  handlerSince: z.iso.datetime(),
  handlerReason: z.optional(z.enum(handoffReasons)),
  returnAt: z.optional(z.nullable(z.iso.datetime())),
  run: z.enum(runStates),
  attention: z.array(z.enum(attentions)),
  /** Absent in a chat that can wait. */
  needs: z.optional(chatNeedSchema),
  window: z.object({
    open: z.boolean(),
    expiresAt: z.nullable(z.iso.datetime()),
    lastInboundAt: z.nullable(z.iso.datetime()),
  }),
  unreadCount: z.int(),
  lastReadMessageId: z.optional(z.string()),
  lastMessage: z.nullable(
    z.object({
      id: z.string(),
      preview: z.string(),
      author: z.enum(messageAuthors),
      at: z.iso.datetime(),
      status: z.enum(messageStatuses),
    }),
  ),
  messageCount: z.int(),
  progress: z.object({
    required: z.int(),
    answered: z.int(),
    complete: z.boolean(),
    nextFieldKey: z.optional(z.string()),
  }),
  formId: z.nullable(z.string()),
  /** The answers that are open or were collected last. */
  formData: z.nullable(formDataSchema),
  /** Those that were collected before, the latest first; present where there are some. */
  earlierFormData: z.optional(z.array(formDataSchema)),
  savedForLater: z.boolean(),
  savedAt: z.optional(z.iso.datetime()),
  savedNote: z.optional(z.string()),
  remindAt: z.optional(z.iso.datetime()),
  remarkCount: z.int(),
  summary: z.optional(z.object({ text: z.string(), at: z.iso.datetime(), byModel: z.string() })),
  cost: z.object({
    messages: z.int(),
    amountMinor: amountMinorSchema,
    currency: currencySchema,
  }),
  createdAt: z.iso.datetime(),
  lastActivityAt: z.iso.datetime(),
  closedAt: z.optional(z.iso.datetime()),
  seq: z.int(),
})
export type ChatSession = z.infer<typeof chatSessionSchema>

/** The orders a list of chats can have: latest first, window closing first, most unread first. */
export const sessionSorts = ['-lastActivityAt', 'window', 'unread'] as const

/** The filters of a list of chats; exports have the same. */
export const sessionFilter = {
  status: z.optional(listOf(sessionStatuses)),
  handler: z.optional(listOf(sessionHandlers)),
  attention: z.optional(listOf(attentions)),
  /** Chats that need their owner now. */
  needsYou: z.optional(flagSchema),
  saved: z.optional(flagSchema),
  jobId: z.optional(z.string()),
  formId: z.optional(z.string()),
  q: z.optional(searchQuery),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
}

/** A message that was found by its words. */
export const foundMessageSchema = z.object({ messageId: z.string(), snippet: snippetSchema })
export type FoundMessage = z.infer<typeof foundMessageSchema>

/** `updatedSince` leaves out what did not change since then. */
export const listSessionsCall = call('GET /chats/sessions', {
  query: z.object({
    ...pageQuery,
    ...sessionFilter,
    sort: z._default(z.enum(sessionSorts), '-lastActivityAt'),
    updatedSince: z.optional(momentSchema),
  }),
  answer: z.object({
    ...pageOf(chatSessionSchema),
    /** By chat, the latest message that a search has found in it. */
    found: z.optional(z.record(z.string(), foundMessageSchema)),
    /** Under the whole filter, whatever the page. */
    totals: z.object({
      all: z.int(),
      unread: z.int(),
      needsYou: z.int(),
      saved: z.int(),
      owner: z.int(),
    }),
    serverTime: z.iso.datetime(),
  }),
})
export type SessionList = Answer<typeof listSessionsCall>

const ids = { id: 'session' } as const
const messageIdSchema = z.string().check(z.regex(/^msg_[0-9A-Z]{26}$/))

/** The newest messages, or those next to one of them; oldest first. */
export const listMessagesCall = call('GET /chats/sessions/:id/messages', {
  ids,
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    before: z.optional(messageIdSchema),
    after: z.optional(messageIdSchema),
    around: z.optional(messageIdSchema),
    q: z.optional(searchQuery),
    include: z.optional(z.enum(['templates'])),
  }),
  answer: z.object({
    session: chatSessionSchema,
    items: z.array(messageSchema),
    hasMoreBefore: z.boolean(),
    hasMoreAfter: z.boolean(),
    firstUnreadId: z.nullable(z.string()),
    templates: z.optional(z.array(templateSchema)),
  }),
})
export type MessageList = Answer<typeof listMessagesCall>

const changed = z.object({ success: z.literal(true), session: chatSessionSchema })

export const saveSessionCall = call('PUT /chats/sessions/:id/save', {
  ids,
  body: z.object({
    savedForLater: z.boolean(),
    remindAt: z.optional(z.nullable(momentSchema)),
    note: z.optional(trimmedText(500)),
  }),
  answer: changed,
})

/**
 * `done` puts aside what the chat needs its owner for until something new happens, or until a moment;
 * `false` brings it back, with the reminder of before.
 */
export const setAttentionCall = call('POST /chats/sessions/:id/attention', {
  ids,
  body: z.object({
    done: z.boolean(),
    until: z.optional(momentSchema),
    remindAt: z.optional(z.nullable(momentSchema)),
  }),
  answer: changed,
})

/** Who answers from now on, and when the assistant resumes. */
export const setHandlerCall = call('POST /chats/sessions/:id/handler', {
  ids,
  body: z.object({
    handler: z.enum(['assistant', 'owner']),
    returnAt: z.optional(z.nullable(momentSchema)),
  }),
  answer: changed,
  problems: [409],
})

export const closeSessionCall = call('POST /chats/sessions/:id/close', {
  ids,
  answer: changed,
  problems: [413],
})

export const updateContactCall = call('PUT /chats/contacts/:id', {
  ids: { id: 'contact' },
  body: z.object({
    name: z.optional(trimmedText(80)),
    blocked: z.optional(z.boolean()),
    optedOut: z.optional(z.boolean()),
  }),
  answer: z.object({ success: z.literal(true), contact: contactSchema }),
})
