import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { createJobSchema } from '@errand/contract/jobs'
import type * as z from 'zod/mini'

import type { DraftRequest } from '../../ai/ai-provider.ts'
import type { DraftKind, Drafts } from '../../ai/drafts.ts'
import { cut } from './cut.ts'
import { tidyFields } from './tidy-fields.ts'
import { warningsOf } from './warnings.ts'

/** The answers of the three calls. */
export const answerSchemas = {
  instructions: generatedInstructionsSchema,
  fields: generatedFieldsSchema,
  job: generatedJobSchema,
} satisfies Record<DraftKind, z.core.$ZodType>
export type DraftAnswers = { [K in DraftKind]: z.output<(typeof answerSchemas)[K]> }

type Proposal<K extends DraftKind> = Omit<
  DraftAnswers[K],
  'success' | 'provider' | 'usage' | 'cost'
>

const most = { name: 80, description: 500, instructions: 8000, message: 1000, guardrail: 200 }
const mostGuardrails = 20

/** A draft as the product can take it over: cut to its limits, and checked for what was made up. */
export const proposals: {
  [K in DraftKind]: (draft: Drafts[K], request: DraftRequest) => Proposal<K>
} = {
  instructions: ({ instructions }, request) => {
    const written = cut(instructions, most.instructions)
    return { instructions: written, warnings: warningsOf(written, request) }
  },
  fields: (draft, { count }) => {
    const drafted = draft.fields.slice(0, count)
    const fields = tidyFields(drafted)
    const reasons = fields.map(({ key }, index) => [key, drafted[index]?.reason ?? ''])
    return { fields, reasons: Object.fromEntries(reasons) }
  },
  job: (draft, { answers, count }) => ({
    job: createJobSchema.parse({
      name: cut(draft.name, most.name) || 'New job',
      description: cut(draft.description, most.description),
      language: createJobSchema.shape.language.safeParse(answers.language).data ?? 'auto',
      tone: answers.tone,
      instructions: cut(draft.instructions, most.instructions),
      guardrails: draft.guardrails
        .map((line) => cut(line, most.guardrail))
        .filter((line) => line !== '')
        .slice(0, mostGuardrails),
      greeting: cut(draft.greeting, most.message),
      completionMessage: cut(draft.completionMessage, most.message),
      fallbackMessage: cut(draft.fallbackMessage, most.message),
      handoffMessage: cut(draft.handoffMessage, most.message),
      fields: tidyFields(draft.fields.slice(0, count)),
    }),
  }),
}
