import * as z from 'zod/mini'

import { call } from './call.ts'
import { languageSchema } from './language.ts'

/** The query of `GET /jobs/standard-texts`; `auto` is answered in English. */
export const standardTextsQuerySchema = z.object({
  language: z._default(z.union([z.literal('auto'), languageSchema]), 'auto'),
})

/** What contacts read where the owner wrote no text of their own into the job. */
export const standardTextsSchema = z.object({
  texts: z.object({
    greeting: z.string(),
    completionMessage: z.string(),
    fallbackMessage: z.string(),
    notUnderstoodMessage: z.string(),
    handoffMessage: z.string(),
  }),
  /** Whether the built-in rules answer, which send exactly these; a model uses its own words. */
  isBuiltIn: z.boolean(),
})
export type StandardTexts = z.infer<typeof standardTextsSchema>

export const readStandardTextsCall = call('GET /jobs/standard-texts', {
  query: standardTextsQuerySchema,
  answer: standardTextsSchema,
})
