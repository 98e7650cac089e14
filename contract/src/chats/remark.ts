import * as z from 'zod/mini'

import { visibleOrEmpty } from '../name-text.ts'

/** A note of the owner's on a message; the contact never sees it. */
export const remarkSchema = z.object({
  id: z.string(),
  messageId: z.string(),
  sessionId: z.string(),
  text: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  editedAt: z.optional(z.iso.datetime()),
})
export type Remark = z.infer<typeof remarkSchema>

/** `POST /chats/messages/{id}/remarks` and `PUT /chats/remarks/{id}`. */
export const writeRemarkSchema = z.object({
  remark: z.string().check(z.trim(), visibleOrEmpty, z.minLength(1), z.maxLength(2000)),
})

/** The answer of writing a remark. */
export const remarkResponseSchema = z.object({
  success: z.literal(true),
  remark: remarkSchema,
  /** How many remarks the message has now. */
  remarkCount: z.int(),
})

/** The answer of `DELETE /chats/remarks/{id}`. */
export const deletedRemarkResponseSchema = z.object({
  success: z.literal(true),
  remarkCount: z.int(),
})
