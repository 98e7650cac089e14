import * as z from 'zod/mini'

import { call } from '../call.ts'
import { pageOf } from '../page.ts'

/** The template name that means free text, and its language. */
export const textTemplate = { name: 'text_message', language: 'en' } as const

export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const

/** A message text that the provider approved, for use outside the 24-hour window. */
export const templateSchema = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
  status: z.enum(templateStatuses),
  body: z.string(),
  header: z.optional(z.string()),
  footer: z.optional(z.string()),
  buttons: z.array(z.object({ type: z.string(), text: z.string(), url: z.optional(z.string()) })),
  variables: z.array(z.object({ name: z.string(), example: z.string() })),
  parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
  updatedAt: z.iso.datetime(),
})
export type Template = z.infer<typeof templateSchema>

export const listTemplatesCall = call('GET /chats/templates', {
  answer: z.object(pageOf(templateSchema)),
})
