import * as z from 'zod/mini'

import { call } from '../call.ts'
import { listOf } from '../page.ts'
import { sessionFilter } from './session.ts'

export const exportFormats = ['csv', 'json'] as const

/** What a file says of fields and answers: the labels that people read, or the keys that programs know. */
export const exportValues = ['labels', 'keys'] as const

/** One chat, or all under the filter of the list, as a file. */
export const exportChatsCall = call('GET /chats/export', {
  query: z.object({
    ...sessionFilter,
    sessionId: z.optional(z.string()),
    format: z._default(z.enum(exportFormats), 'csv'),
    values: z._default(z.enum(exportValues), 'labels'),
    include: z._default(listOf(['remarks', 'formData', 'events']), ['remarks', 'formData']),
  }),
  answer: z.unknown(),
  problems: [404],
})
