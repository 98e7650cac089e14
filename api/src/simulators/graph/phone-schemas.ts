import { momentSchema } from '@errand/contract/period'
import * as z from 'zod/mini'

const numberSchema = z.string().check(z.regex(/^\+?[1-9]\d{6,14}$/))

/** What a customer can send from the simulated phone. */
const phoneTypes = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'button',
  'reaction',
  'unsupported',
  // A type that the provider has invented since.
  'unknown',
] as const

/** `POST /simulator/phone/messages`. */
export const phoneMessageSchema = z.object({
  /** The customer's number, and the name he gives himself. */
  from: numberSchema,
  name: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
  /** The business: the id of its number, or what people dial. */
  to: z.string().check(z.minLength(1), z.maxLength(60)),
  type: z._default(z.enum(phoneTypes), 'text'),
  /** The words, the caption, the choice that was tapped, or the emoji of a reaction. */
  text: z._default(z.string().check(z.maxLength(4096)), ''),
  /** The id of the choice, when one was tapped. */
  choiceId: z.optional(z.string().check(z.maxLength(256))),
  media: z.optional(
    z.object({
      mimeType: z.string().check(z.maxLength(100)),
      fileName: z.optional(z.string().check(z.maxLength(240))),
      base64: z.string(),
    }),
  ),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  /** The message that this one answers or reacts to. */
  replyTo: z.optional(z.string().check(z.maxLength(200))),
  /** When it was written, if not now. */
  at: z.optional(momentSchema),
  /** So many webhooks tell of it instead of one. */
  deliveries: z._default(z.int().check(z.gte(0), z.lte(5)), 1),
})
export type PhoneInput = z.output<typeof phoneMessageSchema>

/** `POST /simulator/phone/read`: everything up to the newest message is read. */
export const phoneReadSchema = z.object({ from: numberSchema, to: z.string() })

/** `POST /simulator/phone/echoes`: the owner writes on his own phone, in the business app. */
export const phoneEchoSchema = z
  .object({
    to: numberSchema,
    from: z.string(),
    type: z._default(z.enum(['text', 'unsupported', 'unknown']), 'text'),
    text: z._default(z.string().check(z.maxLength(4096)), ''),
  })
  .check(z.refine(({ type, text }) => type !== 'text' || text !== '', 'Write something.'))

/** `POST /simulator/phone/changes`: the writer edits a message, or deletes it for everyone. */
export const phoneChangeSchema = z.object({
  /** The customer and the business whose chat it is. */
  from: numberSchema,
  to: z.string(),
  /** The owner does so on the phone, in the business app. */
  by: z._default(z.enum(['customer', 'business']), 'customer'),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** What the message says now; without it the message is deleted. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  /** So many webhooks tell of it instead of one. */
  deliveries: z._default(z.int().check(z.gte(0), z.lte(5)), 1),
})
export type PhoneChange = z.output<typeof phoneChangeSchema>

/** `POST /simulator/phone/preferences`: whether the customer wants marketing messages. */
export const phonePreferenceSchema = z.object({
  from: numberSchema,
  to: z.string(),
  marketing: z.boolean(),
})

/** `POST /simulator/phone/account`: what happens to the business's account. */
export const phoneAccountSchema = z.object({
  to: z.string(),
  event: z.enum(['revoke_token', 'restore_token', 'flag_quality', 'restrict', 'pause_template']),
  template: z.optional(z.string()),
})
