import * as z from 'zod/mini'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const mediaSchema = z.object({
  id: z.string(),
  caption: z.optional(z.string().check(z.maxLength(1024))),
  filename: z.optional(z.string()),
  voice: z.optional(z.boolean()),
})
const parameterSchema = z.object({
  type: z.string(),
  text: z.optional(z.string()),
  parameter_name: z.optional(z.string()),
})

const common = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.optional(z.literal('individual')),
  to: z.optional(text(20)),
  /** The user id of a contact whose number the business does not know. */
  recipient: z.optional(text(150)),
  context: z.optional(z.object({ message_id: z.string() })),
  biz_opaque_callback_data: z.optional(z.string().check(z.maxLength(512))),
}

const buttonSchema = z.object({
  type: z.literal('reply'),
  reply: z.object({ id: text(256), title: text(20) }),
})
const rowSchema = z.object({ id: text(200), title: text(24) })

/** A message as `POST /{phone-number-id}/messages` takes it. */
export const sendSchema = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('text'), text: z.object({ body: text(4096) }) }),
  z.object({
    ...common,
    type: z.literal('template'),
    template: z.object({
      name: text(512),
      language: z.object({ code: text(20) }),
      components: z._default(
        z.array(
          z.object({ type: z.string(), parameters: z._default(z.array(parameterSchema), []) }),
        ),
        [],
      ),
    }),
  }),
  z.object({
    ...common,
    type: z.enum(['image', 'audio', 'video', 'document']),
    image: z.optional(mediaSchema),
    audio: z.optional(mediaSchema),
    video: z.optional(mediaSchema),
    document: z.optional(mediaSchema),
  }),
  z.object({
    ...common,
    type: z.literal('interactive'),
    interactive: z.object({
      type: z.enum(['button', 'list']),
      body: z.object({ text: text(1024) }),
      action: z.object({
        buttons: z.optional(z.array(buttonSchema).check(z.minLength(1), z.maxLength(3))),
        button: z.optional(text(20)),
        sections: z.optional(
          z.array(z.object({ rows: z.array(rowSchema).check(z.minLength(1), z.maxLength(10)) })),
        ),
      }),
    }),
  }),
])
export type Send = z.output<typeof sendSchema>

/** The file of a message. */
export const mediaOf = (send: Send) =>
  send.type === 'text' || send.type === 'template' || send.type === 'interactive'
    ? undefined
    : send[send.type]

/** A read receipt of the business, perhaps with a typing indicator. */
export const readSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: text(200),
  typing_indicator: z.optional(z.object({ type: z.literal('text') })),
})
