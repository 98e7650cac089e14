import { idSchema } from '@errand/contract/ids'
import { momentSchema } from '@errand/contract/period'
import * as z from 'zod/mini'

import { accountEvents, phoneTypes, templateEvents } from './samples.ts'

/** A contact's number; people write it with a plus and spaces. */
const number = z.string().check(
  z.overwrite((text) => text.replaceAll(/[ +]/g, '')),
  z.regex(/^[1-9]\d{6,14}$/),
)
/** The business: the id of its number, or what people dial. */
const business = z.string().check(z.minLength(1), z.maxLength(60))
const parties = { from: number, to: business }
const text = z.string().check(z.maxLength(4096))
const messageId = z.string().check(z.minLength(1), z.maxLength(200))
/** So many webhooks tell of it instead of one. */
const deliveries = z._default(z.int().check(z.gte(0), z.lte(5)), 1)
/** The name that stands in the profile, and `@asha` or nothing, from now on. */
const names = {
  name: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
  username: z.optional(z.string().check(z.trim(), z.regex(/^(?:@[a-z0-9._]{3,35})?$/))),
}

/** The query of `GET /simulator/phone/state`: with an owner's id the number of that owner alone. */
export const stateSchema = z.object({
  business: z.optional(idSchema('user')),
})

/** What can be done with a phone: the body of `POST /simulator/phone/…`. */
export const phoneSchemas = {
  /** Another contact, who has not written yet. */
  contacts: z.object({ ...parties, ...names }),
  messages: z.object({
    ...parties,
    ...names,
    type: z._default(z.enum(phoneTypes), 'text'),
    /** The words, the caption, the choice that was tapped, or the emoji of a reaction. */
    text: z._default(text, ''),
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
    replyTo: z.optional(messageId),
    /** When it was written, if not now. */
    at: z.optional(momentSchema),
    deliveries,
  }),
  /** The contact looks at the phone: all that has arrived is read. */
  read: z.object(parties),
  /** The owner writes on the phone, in the business app. */
  echoes: z
    .object({
      from: business,
      to: number,
      type: z._default(z.enum(['text', 'unsupported', 'unknown']), 'text'),
      text: z._default(text, ''),
    })
    .check(z.refine((echo) => echo.type !== 'text' || echo.text !== '', 'Write something.')),
  /** A message is edited, or without a text deleted for everyone. */
  changes: z.object({
    ...parties,
    /** Of whom the message is; the owner changes it on the phone, in the business app. */
    by: z._default(z.enum(['customer', 'business']), 'customer'),
    id: messageId,
    text: z.optional(text.check(z.minLength(1))),
    deliveries,
  }),
  /** Whether the contact wants marketing messages. */
  preferences: z.object({ ...parties, marketing: z.boolean() }),
  /** The contact calls, and nobody answers. */
  calls: z.object(parties),
  /** The contact has another number from now on. */
  numbers: z.object({ ...parties, number }),
  /** What happens to the business's account. */
  account: z.object({
    to: business,
    event: z.enum(Object.keys({ ...accountEvents, ...templateEvents })),
    template: z.optional(z.string()),
    /** Of a throttled number: what it answers, and for how long it asks to be left alone, in seconds. */
    code: z._default(z.int(), 130_429),
    retryAfter: z.optional(z.int().check(z.nonnegative())),
  }),
}
export type PhoneInput<Path extends keyof typeof phoneSchemas> = z.output<
  (typeof phoneSchemas)[Path]
>
