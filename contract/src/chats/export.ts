import * as z from 'zod/mini'

import { listOf } from '../page.ts'
import { sessionFilter } from './session.ts'

export const exportFormats = ['csv', 'json'] as const

/** What a file says of fields and answers: the labels that people read, or the keys that programs know. */
export const exportValues = ['labels', 'keys'] as const

/** More messages than this are exported in the background. */
export const maxStreamedMessages = 5_000

/** The query of `GET /chats/export`: one chat, or all under the filter of the list. */
export const exportQuerySchema = z.object({
  ...sessionFilter,
  sessionId: z.optional(z.string()),
  format: z._default(z.enum(exportFormats), 'csv'),
  values: z._default(z.enum(exportValues), 'labels'),
  include: z._default(listOf(['remarks', 'formData', 'events']), ['remarks', 'formData']),
})

/** A file that is made in the background. */
export const exportSchema = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  fileName: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
})
export type Export = z.infer<typeof exportSchema>

/** The answer 202 of `GET /chats/export` and of `POST /auth/export`. */
export const exportStartedSchema = z.object({ success: z.literal(true), exportId: z.string() })

/** The answer of `GET /chats/exports/{id}`. */
export const exportResponseSchema = z.object({ export: exportSchema })
