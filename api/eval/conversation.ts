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

/** A value, or what a text has to be one of, or to contain. */
const expectedSchema = z.union([
  z.object({ oneOf: z.array(z.unknown()) }),
  z.object({ contains: z.array(z.string()) }),
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
])

/** What a customer writes, and what somebody who works there would have made of it. */
const conversationSchema = z.object({
  id: z.string(),
  business: z.string(),
  language: z.string(),
  kind: z.string(),
  /** By the clock of the business: `2026-11-25T11:00`. */
  now: z.string(),
  /** What the customer writes first, one burst after the other. */
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
          /** Of each group one has to be in the reply. */
          has: z._default(z.array(z.array(z.string())), []),
          /** As `has`, for what has to be said beside the list of answers. */
          keeps: z._default(z.array(z.array(z.string())), []),
          hasNot: z._default(z.array(z.string()), []),
          /** Nothing has to be answered. */
          silent: z._default(z.boolean(), false),
        }),
      ),
    }),
  ),
  /** What the customer says when asked for a field, or for `confirm` whether all is right. */
  knows: z._default(z.record(z.string(), z.array(z.string())), {}),
  expect: z.object({
    /** All that is kept at the end, and nothing else; not looked at without it. */
    answers: z.optional(z.record(z.string(), expectedSchema)),
    ending: z.union([z.enum(endings), z.array(z.enum(endings))]),
    /** The fields that the customer will not answer. */
    declined: z._default(z.array(z.string()), []),
    /** A part of the question that only the owner can answer. */
    openQuestion: z.optional(z.string()),
    /** How many bursts it takes at most. */
    maxTurns: z.int(),
  }),
})
export type Conversation = z.output<typeof conversationSchema>

/** The conversations of a folder with the businesses that they are with. */
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
