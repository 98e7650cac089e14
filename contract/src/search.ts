import * as z from 'zod/mini'

import { type Answer, call } from './call.ts'
import { messageAuthors } from './chats/message.ts'
import { jobStatuses } from './jobs.ts'
import { snippetSchema } from './search-marks.ts'
import { searchQuery } from './text-schemas.ts'

/** How many of each kind a search answers at most. */
export const maxFound = 5

const inChat = { sessionId: z.string(), contactName: z.string() }

/** The best of each kind. */
export const findCall = call('GET /search', {
  query: z.object({
    q: z._default(searchQuery, ''),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxFound)), maxFound),
  }),
  answer: z.object({
    contacts: z.array(z.object({ id: z.string(), phoneNumber: z.string(), ...inChat })),
    answers: z.array(
      z.object({
        ...inChat,
        formId: z.string(),
        jobName: z.string(),
        label: z.string(),
        snippet: snippetSchema,
      }),
    ),
    jobs: z.array(z.object({ id: z.string(), name: z.string(), status: z.enum(jobStatuses) })),
    messages: z.array(
      z.object({
        ...inChat,
        id: z.string(),
        author: z.enum(messageAuthors),
        at: z.iso.datetime(),
        snippet: snippetSchema,
      }),
    ),
  }),
})
export type Found = Answer<typeof findCall>
