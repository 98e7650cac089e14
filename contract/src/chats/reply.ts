import * as z from 'zod/mini'

import { call } from '../call.ts'
import { idSchema } from '../ids.ts'
import { amountMinorSchema } from '../money.ts'
import { cleaned } from '../text-schemas.ts'
import { maxTextLength, messageSchema } from './message.ts'
import { chatSessionSchema } from './session.ts'

/** For how many seconds a reply can be undone, unless the request says otherwise. */
export const undoSeconds = 5
/** The most seconds that a request may ask for. */
export const maxUndoSeconds = 30

const replyShape = z.object({
  templateName: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/)),
  languageCode: z.string().check(z.regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/)),
  components: z
    .array(
      z.object({
        type: z.literal('BODY'),
        text: z.string().check(cleaned, z.maxLength(maxTextLength)),
      }),
    )
    .check(z.maxLength(20)),
  message: z.string().check(cleaned, z.maxLength(maxTextLength)),
  /** A file of `POST /files` to send; the text is its caption and may be empty. */
  mediaId: z.optional(idSchema('file')),
  clientId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  replyToId: z.optional(z.string().check(z.regex(/^msg_[0-9A-Z]{26}$/))),
  undoSeconds: z._default(z.int().check(z.gte(0), z.lte(maxUndoSeconds)), undoSeconds),
  handler: z._default(z.enum(['owner', 'assistant']), 'owner'),
})

/**
 * What the owner replies: `text_message` with one BODY is free text, perhaps of a file, any other name
 * a template.
 */
export const replySchema = replyShape.check(({ value, issues }) => {
  if (value.message !== '' || value.mediaId !== undefined) return
  const tooShort = { code: 'too_small', origin: 'string', minimum: 1, inclusive: true } as const
  issues.push({ ...tooShort, path: ['message'], input: value.message })
})
export type ReplyInput = z.input<typeof replySchema>

export const sendReplyCall = call('POST /chats/sessions/:id/reply', {
  ids: { id: 'session' },
  isKeyed: true,
  body: replySchema,
  answer: z.object({
    success: z.literal(true),
    message: messageSchema,
    session: chatSessionSchema,
    balance: z.object({ amountMinor: amountMinorSchema, messagesLeft: z.int() }),
  }),
  status: [202],
  problems: [402],
})

/** Gives back the text, to be edited further, and the chat without it. */
export const undoReplyCall = call('DELETE /chats/messages/:id', {
  ids: { id: 'message' },
  answer: z.object({
    success: z.literal(true),
    restored: z.string(),
    session: chatSessionSchema,
  }),
  problems: [409],
})

export const retryMessageCall = call('POST /chats/messages/:id/retry', {
  ids: { id: 'message' },
  isKeyed: true,
  answer: z.object({ success: z.literal(true), message: messageSchema }),
  status: [202],
  problems: [402, 413],
})

/** `read: false` marks them unread; unknown ids are listed, not refused. */
export const markReadCall = call('PUT /chats/messages/mark-read', {
  body: z.object({
    messageIds: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(500)),
    read: z._default(z.boolean(), true),
  }),
  answer: z.object({
    success: z.literal(true),
    updated: z.int(),
    sessions: z.array(
      z.object({ id: z.string(), unreadCount: z.int(), lastReadMessageId: z.optional(z.string()) }),
    ),
    notFound: z.array(z.string()),
    providerReceipts: z.enum(['sent', 'off']),
  }),
})
