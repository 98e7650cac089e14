import * as z from 'zod/mini'

/** The answers of the Graph API, as far as we read them. */
export const doneSchema = z.object({ success: z.boolean() })
export const idSchema = z.object({ id: z.string() })
export const sentSchema = z.object({
  messages: z.tuple([z.object({ id: z.string() })], z.object({ id: z.string() })),
})
export const mediaSchema = z.object({
  url: z.url(),
  mime_type: z.string(),
  file_size: z.optional(z.coerce.number()),
})
export const numberSchema = z.object({
  display_phone_number: z._default(z.string(), ''),
  verified_name: z._default(z.string(), ''),
  quality_rating: z._default(z.string(), 'UNKNOWN'),
  status: z._default(z.string(), 'CONNECTED'),
})
export const subscribedSchema = z.object({
  data: z.array(z.object({ override_callback_uri: z.optional(z.string()) })),
})

const componentSchema = z.looseObject({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  example: z.optional(z.unknown()),
  buttons: z.optional(
    z.array(z.looseObject({ type: z.string(), text: z.string(), url: z.optional(z.string()) })),
  ),
})
const templateSchema = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  parameter_format: z.optional(z.string()),
  components: z._default(z.array(componentSchema), []),
})
export type GraphTemplate = z.output<typeof templateSchema>
export const templatesSchema = z.object({
  data: z.array(templateSchema),
  paging: z.optional(
    z.object({
      cursors: z.optional(z.object({ after: z.optional(z.string()) })),
      next: z.optional(z.string()),
    }),
  ),
})
