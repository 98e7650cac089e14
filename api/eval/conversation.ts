import { readdirSync, readFileSync } from 'node:fs'

import { defaultPreferences } from '@errand/contract/default-preferences'
import { createJobSchema } from '@errand/contract/jobs'
import { preferencesSchema } from '@errand/contract/settings'
import * as z from 'zod/mini'

/** A business whose customers write, with the job that answers them. */
const businessesSchema = z.record(
  z.string(),
  z.object({
    trade: z.string(),
    business: z.unknown(),
    job: z.looseObject({ fields: z.array(z.looseObject({})) }),
  }),
)

const endings = ['completed', 'handed_over', 'open', 'opted_out', 'ended'] as const
export type Ending = (typeof endings)[number]

/** A value, a list of allowed values, or parts that a text has to contain. */
const expectedSchema = z.union([
  z.object({ oneOf: z.array(z.unknown()) }),
  z.object({ contains: z.array(z.string()) }),
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
])

/** What a customer writes, and what a good employee would have made of it. */
const conversationSchema = z.object({
  id: z.string(),
  business: z.string(),
  language: z.string(),
  kind: z.string(),
  /** By the clock of the business: `2026-11-25T11:00`. */
  now: z.string(),
  /** What was agreed before the first message. */
  agreed: z.optional(z.record(z.string(), z.unknown())),
  /** The customer's first messages, burst by burst. */
  turns: z.array(
    z.object({
      says: z._default(z.array(z.string()), []),
      sends: z.optional(z.enum(['voice', 'image', 'document', 'location'])),
      /** How long after the burst before: `26h`. */
      after: z.optional(z.string().check(z.regex(/^\d+[mhd]$/))),
      /** The fields that the customer declines here, unasked. */
      declines: z.optional(z.array(z.string())),
      reply: z.optional(
        z.object({
          /** The reply has to contain one text of each group. */
          has: z._default(z.array(z.array(z.string())), []),
          /** As `has`, but beside the list of answers. */
          keeps: z._default(z.array(z.array(z.string())), []),
          hasNot: z._default(z.array(z.string()), []),
          /** The assistant must not reply. */
          silent: z._default(z.boolean(), false),
        }),
      ),
    }),
  ),
  /** The customer's answers by field key, and for `confirm` the answer to whether all is right. */
  knows: z._default(z.record(z.string(), z.array(z.string())), {}),
  expect: z.object({
    /** Exactly the answers that are stored at the end; not checked if absent. */
    answers: z.optional(z.record(z.string(), expectedSchema)),
    /** The sets of answers that were agreed before the last one, oldest first. */
    earlier: z._default(z.array(z.record(z.string(), expectedSchema)), []),
    /** Whether the customer asks to cancel what was agreed. */
    cancels: z._default(z.boolean(), false),
    ending: z.union([z.enum(endings), z.array(z.enum(endings))]),
    /** The fields that the customer will not answer. */
    declined: z._default(z.array(z.string()), []),
    /** A part of the question that only the owner can answer. */
    openQuestion: z.optional(z.string()),
    /** The most bursts that the conversation may take. */
    maxTurns: z.int(),
  }),
})
export type Conversation = z.output<typeof conversationSchema>

/** The conversations of a folder, with their businesses. */
export function readCorpus(folder: string) {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
  const businesses = businessesSchema.parse(read('businesses.json'))
  const list = readdirSync(`${folder}/conversations`)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => z.array(conversationSchema).parse(read(`conversations/${name}`)))
  return list.map((conversation) => {
    const found = businesses[conversation.business]
    if (found === undefined) throw new Error(`There is no business ${conversation.business}`)
    const given = Object(found.business) as object
    const settings = { ...defaultPreferences.business, ...given }
    const hours = { ...defaultPreferences.business.hours, ...settings.hours }
    const { business } = preferencesSchema.parse({
      ...defaultPreferences,
      business: { ...settings, hours },
    })
    const fields = found.job.fields.map((field, order) => ({ order, ...field }))
    const job = createJobSchema.parse({ ...found.job, fields })
    return { conversation, business, job, trade: found.trade }
  })
}
export type Case = ReturnType<typeof readCorpus>[number]
