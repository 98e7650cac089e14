import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

/** Optional text; anything else becomes an empty text. */
const optionalText = lenient(z.string(), '')

/** An optional part; an invalid one counts as missing, so that the rest is kept. */
const part = <S extends z.core.$ZodType>(schema: S) => lenient(z.optional(schema), undefined)

/** Larger numbers, after the year 5000 in seconds, are milliseconds. */
const mostSeconds = 95_617_584_000

/** A time in seconds or milliseconds, as text or as a number; undefined if invalid. */
const momentSchema = part(
  z.pipe(
    z.coerce.number().check(z.gt(0), z.lte(8_640_000_000_000)),
    z.transform((told: number) => new Date(told > mostSeconds ? told : told * 1000)),
  ),
)

/** An id without NUL, which PostgreSQL does not store, and of a reasonable length. */
const idSchema = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\0]+$/))

/** An id that may also come as a number. */
const textOrNumber = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((name: string | number) => String(name).replaceAll('\0', '').trim()),
)
const nameSchema = z.pipe(textOrNumber, z.string().check(z.minLength(1), z.maxLength(200)))
const isNumber = /^\+?\d{5,20}$/
/** WhatsApp writes phone numbers without the plus. */
const withPlus = (name: string): string => `+${name.replace('+', '')}`

const phoneSchema = part(
  z.pipe(z.pipe(nameSchema, z.string().check(z.regex(isNumber))), z.transform(withPlus)),
)
const userIdSchema = part(nameSchema)
/** A phone number, or else a user id. */
const personSchema = part(
  z.pipe(
    nameSchema,
    z.transform((name: string) => (isNumber.test(name) ? withPlus(name) : name)),
  ),
)

/** A short text that is shown to the owner. */
const shortText = z.pipe(nameSchema, z.string().check(z.maxLength(80)))

const mediaSchema = z.object({ id: part(idSchema), caption: optionalText, filename: optionalText })
const choiceSchema = z.object({ title: z.string() })
const amountSchema = part(
  z.pipe(z.pipe(nameSchema, z.transform(Number)), z.number().check(z.gte(0), z.lte(1e12))),
)

/** The contents of a message, by its type. */
const contentParts = {
  text: part(z.object({ body: z.string() })),
  image: part(mediaSchema),
  audio: part(mediaSchema),
  video: part(mediaSchema),
  document: part(mediaSchema),
  sticker: part(mediaSchema),
  location: part(
    z.object({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: optionalText,
      address: optionalText,
    }),
  ),
  contacts: part(
    z.array(
      z.object({
        name: part(z.object({ formatted_name: optionalText })),
        phones: lenient(z.array(z.object({ phone: optionalText })), []),
      }),
    ),
  ),
  interactive: part(
    z.object({
      type: optionalText,
      button_reply: part(choiceSchema),
      list_reply: part(choiceSchema),
      nfm_reply: part(
        z.object({ name: optionalText, body: optionalText, response_json: optionalText }),
      ),
      call_permission_reply: part(
        z.object({ response: optionalText, expiration_timestamp: momentSchema }),
      ),
      product: part(z.object({ product_retailer_id: optionalText })),
      product_retailer_id: optionalText,
    }),
  ),
  button: part(z.object({ text: z.string() })),
  order: part(
    z.object({
      text: optionalText,
      product_items: lenient(
        z.array(
          part(
            z.object({
              product_retailer_id: lenient(textOrNumber, ''),
              quantity: amountSchema,
              item_price: amountSchema,
              currency: optionalText,
            }),
          ),
        ),
        [],
      ),
    }),
  ),
  reaction: part(z.object({ message_id: idSchema, emoji: optionalText })),
  unsupported: part(z.object({ type: optionalText })),
}
const contentSchema = z.object({ type: optionalText, ...contentParts })
export type WebhookContent = z.output<typeof contentSchema>

/** Only the id of a message is required; everything else may be missing or invalid. */
export const messageSchema = z.object({
  from: personSchema,
  from_user_id: userIdSchema,
  to: personSchema,
  to_user_id: userIdSchema,
  group_id: part(z.string().check(z.minLength(1))),
  id: idSchema,
  timestamp: momentSchema,
  type: optionalText,
  ...contentParts,
  context: part(
    z.object({
      id: part(idSchema),
      referred_product: part(z.object({ product_retailer_id: optionalText })),
    }),
  ),
  /** The ad or the post by which the chat was opened. */
  referral: part(
    z.object({ source_url: optionalText, headline: optionalText, body: optionalText }),
  ),
  system: part(
    z.object({
      type: optionalText,
      body: optionalText,
      wa_id: phoneSchema,
      new_wa_id: phoneSchema,
      customer: phoneSchema,
      user_id: userIdSchema,
      previous_user_id: userIdSchema,
    }),
  ),
  /** The edit of another message. */
  edit: part(z.object({ original_message_id: idSchema, message: contentSchema })),
  /** The deletion of another message. */
  revoke: part(z.object({ original_message_id: idSchema })),
})
export type WebhookMessage = z.output<typeof messageSchema>

export const statusSchema = z.object({
  id: idSchema,
  status: z.string(),
  timestamp: momentSchema,
  recipient_id: phoneSchema,
  recipient_user_id: userIdSchema,
  biz_opaque_callback_data: part(idSchema),
  errors: lenient(
    z.array(
      z.object({
        code: lenient(z.coerce.number(), 131_000),
        title: optionalText,
        error_data: part(z.object({ details: optionalText })),
      }),
    ),
    [],
  ),
})
export type WebhookStatus = z.output<typeof statusSchema>

/** The number of the account that a change is about. */
export const metadataSchema = z.object({ display_phone_number: part(nameSchema) })

/** A call to the business, or by it. */
export const callSchema = z.object({
  id: idSchema,
  from: personSchema,
  from_user_id: userIdSchema,
  event: z.string(),
  direction: optionalText,
  status: optionalText,
  timestamp: momentSchema,
})

export const preferenceSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  category: z.string(),
  value: z.string(),
  timestamp: momentSchema,
})
export type WebhookPreference = z.output<typeof preferenceSchema>

export const contactSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  profile: part(z.object({ name: optionalText, username: optionalText })),
})
export type WebhookContact = z.output<typeof contactSchema>

/** A time in seconds, or as a date text. */
const expirationSchema = part(
  z.pipe(
    nameSchema,
    z.transform((told: string): Date | undefined => {
      const at = /^\d+$/.test(told) ? new Date(Number(told) * 1000) : new Date(told)
      return Number.isNaN(at.getTime()) ? undefined : at
    }),
  ),
)

/** Events about an account, its numbers and its templates. */
export const accountEventSchema = z.object({
  event: part(z.string()),
  decision: part(z.string()),
  display_phone_number: part(nameSchema),
  ban_info: part(z.object({ waba_ban_state: part(z.string()), waba_ban_date: part(shortText) })),
  violation_info: part(z.object({ violation_type: part(shortText) })),
  restriction_info: part(
    z.array(
      part(z.object({ restriction_type: lenient(shortText, ''), expiration: expirationSchema })),
    ),
  ),
  message_template_name: part(z.string()),
  message_template_language: part(z.string()),
  new_category: part(z.string()),
})
export type AccountEventValue = z.output<typeof accountEventSchema>
