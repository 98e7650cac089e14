import * as z from 'zod/mini'

import { call } from '../call.ts'
import { amountMinorSchema, currencySchema } from '../money.ts'
import { requiredText, trimmedText } from '../text-schemas.ts'

/** What can be wrong with a reply of the assistant. */
export const feedbackReasons = [
  'incorrect',
  'inappropriate',
  'incomplete',
  'outdated',
  'other',
] as const
export type FeedbackReason = (typeof feedbackReasons)[number]

const feedbackShape = {
  rating: z.enum(['good', 'bad']),
  reason: z.optional(z.enum(feedbackReasons)),
  /** What the reply should have said. */
  note: z.optional(trimmedText(500)),
}

/** The owner's rating of a message of the assistant; contacts never see it. */
export const messageFeedbackSchema = z.object({ ...feedbackShape, at: z.iso.datetime() })
export type MessageFeedback = z.infer<typeof messageFeedbackSchema>

/** A note of the owner's on a message; the contact never sees it. */
export const remarkSchema = z.object({
  id: z.string(),
  messageId: z.string(),
  sessionId: z.string(),
  text: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  editedAt: z.optional(z.iso.datetime()),
})
export type Remark = z.infer<typeof remarkSchema>

/** Who wrote a message. */
export const messageAuthors = ['contact', 'assistant', 'owner', 'system'] as const
export type MessageAuthor = (typeof messageAuthors)[number]

export const messageTypes = [
  'text',
  'template',
  'image',
  'audio',
  'video',
  'document',
  'location',
  'contact',
  'interactive',
  'reaction',
  'unsupported',
  'event',
] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * Finer kinds of messages than their types. Pages have a label for each; a kind without a label is
 * shown by its type. The kinds of events are lines that nobody wrote.
 */
export const messageKinds = [
  'order',
  'form',
  'welcome',
  'product',
  'view_once',
  'poll',
  'channel_post',
  'group_invite',
  'missed_call',
  'calls_allowed',
  'calls_declined',
  'number_changed',
  'identity_changed',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** What a contact wrote from or about: an ad, or a product of the catalog by its id there. */
export const messageAboutSchema = z.object({
  kind: z.enum(['ad', 'product']),
  name: z.string(),
  url: z.optional(z.url()),
})
export type MessageAbout = z.infer<typeof messageAboutSchema>

/** The statuses of a message; one from a contact is `received`. */
export const messageStatuses = [
  'queued',
  'sent',
  'failed',
  'delivered',
  'read',
  'received',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The longest text that WhatsApp takes. */
export const maxTextLength = 4096

/** What the owner can do about a message that failed. */
export const messageActions = ['send_template', 'top_up', 'reconnect', 'none'] as const

export const messageErrorSchema = z.object({
  /** The provider's own code, such as 131047. */
  code: z.int(),
  title: z.string(),
  detail: z.string(),
  retryable: z.boolean(),
  action: z.optional(z.enum(messageActions)),
})
export type MessageError = z.infer<typeof messageErrorSchema>

/** Warnings about a contact's message: `prompt_injection` tries to give the assistant orders. */
export const messageFlags = ['prompt_injection'] as const

const componentSchema = z.object({ type: z.literal('BODY'), text: z.string() })

export const messageTemplateSchema = z.object({
  name: z.string(),
  language: z.string(),
  category: z.optional(z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION'])),
  components: z.array(componentSchema),
})
export type MessageTemplate = z.infer<typeof messageTemplateSchema>

export const messageMediaSchema = z.object({
  id: z.string(),
  mimeType: z.string(),
  bytes: z.int(),
  fileName: z.optional(z.string()),
  /** Signed, for five minutes. */
  url: z.string(),
  durationMs: z.optional(z.int()),
  transcript: z.optional(
    z.object({ text: z.string(), language: z.string(), confidence: z.number() }),
  ),
})
export type MessageMedia = z.infer<typeof messageMediaSchema>

/** What a contact can tap instead of writing: buttons below the text, or a list that one of them opens. */
export const messageChoicesSchema = z.object({
  kind: z.enum(['buttons', 'list']),
  /** What the button that opens a list says. */
  open: z.optional(z.string()),
  options: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type MessageChoices = z.infer<typeof messageChoicesSchema>

/** How the assistant wrote a message. */
export const messageAiSchema = z.object({
  model: z.string(),
  promptVersion: z.string(),
  latencyMs: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  confidence: z.optional(z.number()),
  extracted: z.optional(
    z.array(z.object({ key: z.string(), value: z.unknown(), evidence: z.optional(z.string()) })),
  ),
  sources: z.optional(z.array(z.string())),
})
export type MessageAi = z.infer<typeof messageAiSchema>

/** What a message cost. */
export const messageBillSchema = z.object({
  units: z.int(),
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  reason: z.enum(['trial', 'charged', 'refunded']),
})
export type MessageBill = z.infer<typeof messageBillSchema>

/** One message of a chat; `seq` is its place in the chat. */
export const messageSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  clientId: z.optional(z.string()),
  direction: z.enum(['in', 'out']),
  author: z.enum(messageAuthors),
  seq: z.int(),
  type: z.enum(messageTypes),
  /** One of `messageKinds`, or one of a later release. */
  kind: z.optional(z.string()),
  text: z.string(),
  /** What the contact wrote from or about. */
  about: z.optional(messageAboutSchema),
  template: z.optional(messageTemplateSchema),
  media: z.optional(messageMediaSchema),
  choices: z.optional(messageChoicesSchema),
  replyToId: z.optional(z.string()),
  reaction: z.optional(z.string()),
  status: z.enum(messageStatuses),
  statusAt: z.partialRecord(z.enum(messageStatuses), z.iso.datetime()),
  error: z.optional(messageErrorSchema),
  attempts: z.int(),
  providerId: z.optional(z.string()),
  /** Until then the message can be undone. */
  heldUntil: z.optional(z.iso.datetime()),
  readByOwnerAt: z.optional(z.iso.datetime()),
  ai: z.optional(messageAiSchema),
  /** Warnings about a contact's message; the assistant treats its text as data. */
  flags: z.optional(z.array(z.enum(messageFlags))),
  /** The assistant's run that wrote the message. */
  runId: z.optional(z.string()),
  /** The owner's rating, where the assistant wrote the message. */
  feedback: z.optional(messageFeedbackSchema),
  remarks: z.array(remarkSchema),
  billed: z.optional(messageBillSchema),
  createdAt: z.iso.datetime(),
  /** When its author last edited it. */
  editedAt: z.optional(z.iso.datetime()),
  /** When its author deleted it; its text and media are gone. */
  deletedAt: z.optional(z.iso.datetime()),
})
export type Message = z.infer<typeof messageSchema>

const ids = { id: 'message' } as const

/** `rating: null` takes it back. */
export const putFeedbackCall = call('PUT /chats/messages/:id/feedback', {
  ids,
  body: z.object({ ...feedbackShape, rating: z.nullable(feedbackShape.rating) }),
  answer: z.object({ success: z.literal(true), message: messageSchema }),
  problems: [409],
})

const writtenRemark = {
  body: z.object({ remark: requiredText(2000) }),
  answer: z.object({
    success: z.literal(true),
    remark: remarkSchema,
    /** How many remarks the message has now. */
    remarkCount: z.int(),
  }),
}

export const addRemarkCall = call('POST /chats/messages/:id/remarks', {
  ...writtenRemark,
  ids,
  isKeyed: true,
  status: [201],
})

export const changeRemarkCall = call('PUT /chats/remarks/:id', {
  ...writtenRemark,
  ids: { id: 'remark' },
})

export const removeRemarkCall = call('DELETE /chats/remarks/:id', {
  ids: { id: 'remark' },
  answer: z.omit(writtenRemark.answer, { remark: true }),
})
