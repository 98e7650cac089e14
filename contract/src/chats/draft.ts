import * as z from 'zod/mini'

import { type Answer, call } from '../call.ts'
import { trimmedText } from '../text-schemas.ts'
import { maxTextLength } from './message.ts'

/** A draft reply for the owner, who says what it should be and what is written so far; it is not sent. */
export const draftReplyCall = call('POST /chats/sessions/:id/draft', {
  ids: { id: 'session' },
  body: z.object({
    /** `shorter`, `in Hindi`, `say that we are closed`; empty for a reply to what was said last. */
    instruction: z._default(trimmedText(300), ''),
    text: z._default(trimmedText(maxTextLength), ''),
  }),
  answer: z.object({
    success: z.literal(true),
    text: z.string(),
    /** The contact's message that it answers. */
    basedOn: z.nullable(z.string()),
    /** Who wrote it: `built-in`, which works by rules and templates, or the host of a model. */
    provider: z.string(),
    usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
  }),
  problems: [409],
})
export type DraftedReply = Answer<typeof draftReplyCall>
