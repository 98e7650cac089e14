import * as z from 'zod/mini'

import { momentSchema } from '../period.ts'
import { cleaned, trimmedText } from '../text-schemas.ts'
import { maxTextLength } from './message.ts'
import { chatSessionSchema } from './session.ts'

/** What a simulated contact can send. */
export const simulatedTypes = [
  'text',
  'location',
  'contact',
  'interactive',
  'reaction',
  'unsupported',
] as const

/** `POST /dev/simulate/inbound`: a message as if from a phone; only on a developer's machine. */
export const simulateInboundSchema = z.object({
  /** The contact's number, as E.164. */
  from: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  name: z._default(trimmedText(80), ''),
  type: z._default(z.enum(simulatedTypes), 'text'),
  text: z._default(z.string().check(cleaned, z.maxLength(maxTextLength)), ''),
  reaction: z.optional(z.string().check(z.maxLength(20))),
  /** The provider's id of the message; the same id is stored only once. */
  providerId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The provider's id of the message that this one answers. */
  replyToProviderId: z.optional(z.string().check(z.maxLength(200))),
  /** When it was written, if not now: an old one leaves the 24-hour window closed. */
  at: z.optional(momentSchema),
})

/** The answer of `POST /dev/simulate/inbound`; a duplicate changed nothing. */
export const simulateInboundResponseSchema = z.object({
  success: z.literal(true),
  isDuplicate: z.boolean(),
  messageId: z.string(),
  session: chatSessionSchema,
})
