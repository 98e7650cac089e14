import * as z from 'zod/mini'

import { trimmedText } from '../text-schemas.ts'
import { maxTextLength } from './message.ts'

/** `POST /chats/sessions/{id}/draft`: what the owner wants, and what is written so far. */
export const draftReplySchema = z.object({
  /** `shorter`, `in Hindi`, `say that we are closed`; empty for a reply to what was said last. */
  instruction: z._default(trimmedText(300), ''),
  text: z._default(trimmedText(maxTextLength), ''),
})
export type DraftReplyInput = z.input<typeof draftReplySchema>

/** A draft reply for the owner; it is not sent. */
export const draftReplyResponseSchema = z.object({
  success: z.literal(true),
  text: z.string(),
  /** The contact's message that it answers. */
  basedOn: z.nullable(z.string()),
  /** Who wrote it: `built-in`, which works by rules and templates, or the host of a model. */
  provider: z.string(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
})
export type DraftedReply = z.infer<typeof draftReplyResponseSchema>
