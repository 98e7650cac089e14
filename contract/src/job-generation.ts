import * as z from 'zod/mini'

import { jobFieldSchema } from './job-field.ts'
import { createJobSchema } from './jobs.ts'
import { amountMinorSchema, currencySchema } from './money.ts'
import { cleaned, requiredText } from './text-schemas.ts'

const text = (max: number) => z.string().check(cleaned, z.maxLength(max))

/** How long the owner's answers to the questions of a draft may be. */
export const maxAnswerLengths = {
  businessName: 80,
  purpose: 500,
  audience: 300,
  language: 35,
  format: 300,
  offLimits: 500,
  fallback: 500,
  escalation: 500,
} as const

const answer = (name: keyof typeof maxAnswerLengths) => z._default(text(maxAnswerLengths[name]), '')

/** The body of the three `POST /jobs/generate-…` calls. */
export const generateSchema = z.object({
  prompt: requiredText(4000),
  answers: z.prefault(
    z.object({
      businessName: answer('businessName'),
      purpose: answer('purpose'),
      audience: answer('audience'),
      language: z._default(text(maxAnswerLengths.language), 'auto'),
      tone: z._default(z.enum(['friendly', 'formal', 'brief']), 'friendly'),
      format: answer('format'),
      offLimits: answer('offLimits'),
      fallback: answer('fallback'),
      escalation: answer('escalation'),
    }),
    {},
  ),
  /** What is written already, for `improve`, `shorten` and `translate`. */
  current: z.optional(
    z.object({
      instructions: z.optional(text(8000)),
      fields: z.optional(z.array(jobFieldSchema).check(z.maxLength(30))),
    }),
  ),
  mode: z._default(z.enum(['create', 'improve', 'shorten', 'translate']), 'create'),
  /** How many fields are wanted. */
  count: z._default(z.int().check(z.gte(1), z.lte(30)), 6),
  seed: z.optional(z.int()),
})
export type GenerateInput = z.input<typeof generateSchema>

const usage = {
  /** Who wrote it: `built-in`, which works by rules and templates, or the host of a model. */
  provider: z.string(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
  cost: z.object({ amountMinor: amountMinorSchema, currency: currencySchema }),
}

/** The answer of `POST /jobs/generate-instructions`; nothing is saved by the call. */
export const generatedInstructionsSchema = z.object({
  success: z.literal(true),
  instructions: z.string(),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  ...usage,
})

/** The answer of `POST /jobs/generate-fields`. */
export const generatedFieldsSchema = z.object({
  success: z.literal(true),
  fields: z.array(jobFieldSchema),
  reasons: z.record(z.string(), z.string()),
  ...usage,
})

/** The answer of `POST /jobs/generate-job`. */
export const generatedJobSchema = z.object({
  success: z.literal(true),
  job: createJobSchema,
  ...usage,
})
