import * as z from 'zod/mini'

/** Seconds, as text or as a number. */
const momentSchema = z.pipe(
  z.coerce.number().check(z.gte(0), z.lte(8_640_000_000_000)),
  z.transform((seconds: number) => new Date(seconds * 1000)),
)

const mediaSchema = z.object({
  id: z.string(),
  mime_type: z._default(z.string(), 'application/octet-stream'),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
})
const choiceSchema = z.object({ id: z.string(), title: z.string() })
const optionalText = z._default(z.string(), '')

/** A message; what depends on its type is there or not, whatever the type says. */
export const messageSchema = z.object({
  from: z.optional(z.string()),
  from_user_id: z.optional(z.string()),
  to: z.optional(z.string()),
  id: z.string(),
  timestamp: momentSchema,
  type: z.string(),
  context: z.optional(z.object({ id: z.optional(z.string()) })),
  text: z.optional(z.object({ body: z.string() })),
  image: z.optional(mediaSchema),
  audio: z.optional(mediaSchema),
  video: z.optional(mediaSchema),
  document: z.optional(mediaSchema),
  sticker: z.optional(mediaSchema),
  location: z.optional(
    z.object({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: optionalText,
      address: optionalText,
    }),
  ),
  contacts: z.optional(
    z.array(
      z.object({
        name: z.optional(z.object({ formatted_name: optionalText })),
        phones: z._default(z.array(z.object({ phone: optionalText })), []),
      }),
    ),
  ),
  interactive: z.optional(
    z.object({
      type: z.string(),
      button_reply: z.optional(choiceSchema),
      list_reply: z.optional(choiceSchema),
      nfm_reply: z.optional(z.object({ body: optionalText })),
    }),
  ),
  button: z.optional(z.object({ text: z.string() })),
  reaction: z.optional(z.object({ message_id: z.string(), emoji: optionalText })),
  system: z.optional(
    z.object({ type: optionalText, wa_id: z.optional(z.string()), body: optionalText }),
  ),
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
