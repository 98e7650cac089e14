import { dateRules, jobFieldTypes } from '@errand/contract/job-field'
import * as z from 'zod/mini'

/**
 * What providers write. Every member is required and optional ones are `null`, because that is the
 * part of JSON Schema that all of them can be held to; lengths and patterns are checked by us.
 */
const draftedFieldSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(jobFieldTypes),
  required: z.boolean(),
  sensitive: z.boolean(),
  question: z.nullable(z.string()),
  help: z.nullable(z.string()),
  example: z.nullable(z.string()),
  options: z.nullable(z.array(z.object({ value: z.string(), label: z.string() }))),
  /** Which days may be named; `any` for a date of birth. */
  dates: z.nullable(z.enum(dateRules)),
  /** Why the job needs it, in a few words. */
  reason: z.string(),
})
export type DraftedField = z.infer<typeof draftedFieldSchema>

/** The kinds of drafts, each with the shape of what is written. */
export const draftSchemas = {
  instructions: z.object({ instructions: z.string() }),
  fields: z.object({ fields: z.array(draftedFieldSchema) }),
  job: z.object({
    name: z.string(),
    description: z.string(),
    instructions: z.string(),
    guardrails: z.array(z.string()),
    greeting: z.string(),
    completionMessage: z.string(),
    fallbackMessage: z.string(),
    notUnderstoodMessage: z.string(),
    handoffMessage: z.string(),
    fields: z.array(draftedFieldSchema),
  }),
}
export type DraftKind = keyof typeof draftSchemas
export type Drafts = { [K in DraftKind]: z.infer<(typeof draftSchemas)[K]> }
