import { momentSchema } from '@errand/contract/period'
import * as z from 'zod/mini'

const numberSchema = z.string().check(z.regex(/^\+?[1-9]\d{6,14}$/))

/** The message types that a contact can send from the simulated phone. */
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
  'order',
  'form',
  'product',
  'text_about_product',
  'text_from_ad',
  'text_in_group',
  'welcome',
  'call_permission',
  'identity_changed',
  'view_once',
  'poll_creation',
  'channel_post',
  'unsupported',
  // A type that the provider has invented since.
  'unknown',
  // Whatever else: the text is the message's content as JSON.
  'json',
] as const
export type PhoneType = (typeof phoneTypes)[number]

/** The query of `GET /simulator/phone/state`: with an owner's id the number of that owner alone. */
export const phoneStateSchema = z.object({
  business: z.optional(z.string().check(z.regex(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/))),
})

/** `POST /simulator/phone/messages`. */
export const phoneMessageSchema = z.object({
  /** The customer's number, and the name that stands in the profile. */
  from: numberSchema,
  name: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
  /** Shown to the business instead of the number, from now on; empty to show the number again. */
  username: z.optional(z.string().check(z.regex(/^(?:@[a-z0-9._]{3,35})?$/))),
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

/** `POST /simulator/phone/echoes`: the owner writes on the phone, in the business app. */
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
  /** The new text; absent for a deletion. */
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

/** `POST /simulator/phone/calls`: the contact calls, and nobody answers. */
export const phoneCallSchema = z.object({ from: numberSchema, to: z.string() })

/** `POST /simulator/phone/numbers`: the customer has another number from now on. */
export const phoneNumberSchema = z.object({
  from: numberSchema,
  to: z.string(),
  number: numberSchema,
})

/** What can happen to a business's account, in words for people. */
export const accountEvents = {
  revoke_token: 'The token is revoked',
  restore_token: 'The token is given back',
  deregister: 'The number is registered no more',
  change_pin: 'The number gets another PIN',
  throttle: 'The number is throttled',
  unthrottle: 'The number is throttled no more',
  schedule_disable: 'The account will be disabled in two months',
  disable: 'The account is disabled',
  reinstate: 'The account is reinstated',
  offboard: 'The number leaves the account',
  reconnect: 'The number is connected again',
  remove_partner: 'The access is taken away',
  restrict: 'The account is restricted for a week',
  flag_quality: 'The quality is flagged',
  flag_other_number: 'The quality of another number is flagged',
  unflag_quality: 'The quality is good again',
  pause_template: 'A template is paused',
  template_to_marketing: 'A template becomes marketing',
} as const
export type AccountEvent = keyof typeof accountEvents

/** `POST /simulator/phone/account`: what happens to the business's account. */
export const phoneAccountSchema = z.object({
  to: z.string(),
  event: z.enum(Object.keys(accountEvents) as AccountEvent[]),
  template: z.optional(z.string()),
  /** Of a throttled number: what it answers, and for how long it asks to be left alone, in seconds. */
  code: z._default(z.int(), 130_429),
  retryAfter: z.optional(z.int().check(z.nonnegative())),
})
