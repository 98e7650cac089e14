import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

/** Text that there may be; what is none is an empty one. */
const optionalText = lenient(z.string(), '')

/** A part that may be missing; one that is not as it should be must not cost us the rest. */
const part = <S extends z.core.$ZodType>(schema: S) => lenient(z.optional(schema), undefined)

/** More seconds than the year 5000 has are milliseconds. */
const mostSeconds = 95_617_584_000

/** Seconds, or milliseconds, as text or as a number; nothing when it is no moment. */
const momentSchema = part(
  z.pipe(
    z.coerce.number().check(z.gt(0), z.lte(8_640_000_000_000)),
    z.transform((told: number) => new Date(told > mostSeconds ? told : told * 1000)),
  ),
)

/** The database takes no NUL, and no provider calls anything by so long a name. */
const idSchema = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\0]+$/))

const mediaSchema = z.object({ id: part(idSchema), caption: optionalText })
const choiceSchema = z.object({ title: z.string() })

/** What somebody is called, in the body of a webhook a number as well. */
const textOrNumber = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((name: string | number) => String(name).replaceAll('\0', '').trim()),
)
/** A phone number, which WhatsApp writes without its plus, or else an id. */
const personSchema = part(
  z.pipe(
    textOrNumber.check(z.minLength(1), z.maxLength(200)),
    z.transform((name: string) =>
      /^\+?\d{5,20}$/.test(name) ? `+${name.replace('+', '')}` : name,
    ),
  ),
)
const phoneSchema = part(
  z.pipe(
    textOrNumber.check(z.regex(/^\+?\d{5,20}$/)),
    z.transform((name: string) => `+${name.replace('+', '')}`),
  ),
)
const userIdSchema = part(textOrNumber.check(z.minLength(1), z.maxLength(200)))

/** What a message says: the part that its type names. */
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
  interactive: part(z.object({ button_reply: part(choiceSchema), list_reply: part(choiceSchema) })),
  button: part(z.object({ text: z.string() })),
  reaction: part(z.object({ message_id: idSchema, emoji: optionalText })),
}
const contentSchema = z.object({ type: optionalText, ...contentParts })
export type ToldContent = z.output<typeof contentSchema>

/** By its id a message is known again: all else may be missing, or be something else. */
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
  context: part(z.object({ id: part(idSchema) })),
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
  /** Of another message, which says something else now. */
  edit: part(z.object({ original_message_id: idSchema, message: contentSchema })),
  /** Of another message, which is gone. */
  revoke: part(z.object({ original_message_id: idSchema })),
})
export type ToldMessage = z.output<typeof messageSchema>

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
export type ToldStatus = z.output<typeof statusSchema>

export const preferenceSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  category: z.string(),
  value: z.string(),
  timestamp: momentSchema,
})
export type ToldPreference = z.output<typeof preferenceSchema>

export const contactSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  profile: part(z.object({ name: optionalText, username: optionalText })),
})
export type ToldContact = z.output<typeof contactSchema>

/** What happens to an account, its numbers and its templates. */
export const accountEventSchema = z.object({
  event: z.string(),
  message_template_name: z.optional(z.string()),
  message_template_language: z.optional(z.string()),
})
export type ToldAccountEvent = z.output<typeof accountEventSchema>
