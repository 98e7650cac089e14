import * as z from 'zod/mini'

import { call } from '../call.ts'
import { cleaned, emailSchema, requiredText } from '../text-schemas.ts'

const recipients = (min: number) => z.array(emailSchema).check(z.minLength(min), z.maxLength(10))

/** A chat as an e-mail. */
export const emailSessionSchema = z.object({
  to: recipients(1),
  cc: z._default(recipients(0), []),
  subject: requiredText(200),
  note: z._default(z.string().check(cleaned, z.maxLength(2000)), ''),
  format: z._default(z.enum(['html', 'pdf']), 'html'),
  include: z.prefault(
    z.object({
      messages: z._default(z.boolean(), true),
      formData: z._default(z.boolean(), true),
      remarks: z._default(z.boolean(), false),
      media: z._default(z.boolean(), false),
    }),
    {},
  ),
  replyToContact: z._default(z.boolean(), false),
})
export type EmailSessionInput = z.input<typeof emailSessionSchema>

/** It is on its way, and in the chat. */
export const emailSessionCall = call('POST /chats/sessions/:id/email', {
  ids: { id: 'session' },
  isKeyed: true,
  body: emailSessionSchema,
  answer: z.object({
    success: z.literal(true),
    emailId: z.string(),
    status: z.literal('queued'),
    event: z.object({ id: z.string(), type: z.literal('event'), text: z.string() }),
  }),
  status: [202],
})
