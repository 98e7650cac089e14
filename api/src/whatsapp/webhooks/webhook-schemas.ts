import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

/** Seconds, as text or as a number. */
const momentSchema = z.pipe(
  z.coerce.number().check(z.gte(0), z.lte(8_640_000_000_000)),
  z.transform((seconds: number) => new Date(seconds * 1000)),
)

/** Text that there may be; what is none is an empty one. */
const optionalText = lenient(z.string(), '')

/** A part that may be missing; one that is not as it should be must not cost us the rest. */
const part = <S extends z.core.$ZodType>(schema: S) => lenient(z.optional(schema), undefined)

/** The database takes no NUL, and no provider calls anything by so long a name. */
const idSchema = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\0]+$/))

const mediaSchema = z.object({ id: part(idSchema), caption: optionalText })
const choiceSchema = z.object({ title: z.string() })

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

/** Who wrote when is all that a message has to say of itself. */
export const messageSchema = z.object({
  from: part(z.string()),
  from_user_id: part(z.string()),
  to: part(z.string()),
  id: idSchema,
  timestamp: momentSchema,
  type: optionalText,
  ...contentParts,
  context: part(z.object({ id: part(idSchema) })),
  system: part(z.object({ type: optionalText, wa_id: part(z.string()) })),
  /** Of another message, which says something else now. */
  edit: part(z.object({ original_message_id: idSchema, message: contentSchema })),
  /** Of another message, which is gone. */
  revoke: part(z.object({ original_message_id: idSchema })),
})
export type ToldMessage = z.output<typeof messageSchema>

export const statusSchema = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: momentSchema,
  recipient_id: z.optional(z.string()),
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z._default(
    z.array(
      z.object({
        code: z.coerce.number(),
        title: optionalText,
        error_data: z.optional(z.object({ details: optionalText })),
      }),
    ),
    [],
  ),
})
export type ToldStatus = z.output<typeof statusSchema>

export const preferenceSchema = z.object({
  wa_id: z.string(),
  category: z.string(),
  value: z.string(),
  timestamp: momentSchema,
})
export type ToldPreference = z.output<typeof preferenceSchema>

export const contactSchema = z.object({
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  profile: z.optional(z.object({ name: optionalText })),
})

/** What happens to an account, its numbers and its templates. */
export const accountEventSchema = z.object({
  event: z.string(),
  message_template_name: z.optional(z.string()),
  message_template_language: z.optional(z.string()),
})
export type ToldAccountEvent = z.output<typeof accountEventSchema>
