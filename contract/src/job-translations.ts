import * as z from 'zod/mini'

import { call } from './call.ts'
import { builtInLanguages } from './language.ts'
import { cleaned } from './text-schemas.ts'

/** The texts of a job that contacts read word for word, with the length limit of each. */
export const maxTextLength = {
  label: 60,
  question: 300,
  option: 60,
  message: 200,
  completion: 1000,
  handoff: 1000,
} as const
/**
 * A label, a question, an option, or the message of a pattern that an answer does not fit; or what is
 * said when a job is complete, or handed over.
 */
export type TextKind = keyof typeof maxTextLength

const maxLength = Math.max(...Object.values(maxTextLength))

/** A text of a job in another language. */
export const jobTranslationSchema = z.object({
  /** As the owner wrote it in the job. */
  source: z.string(),
  kind: z.enum(['label', 'question', 'option', 'message', 'completion', 'handoff']),
  /** `null` where there is none: contacts read the owner's text. */
  translation: z.nullable(z.string()),
  /** Whether the owner wrote the translation. */
  corrected: z.boolean(),
})
export type JobTranslation = z.infer<typeof jobTranslationSchema>

/** The answer of `GET /jobs/{id}/translations`. */
export const jobTranslationsSchema = z.object({
  /** The languages in which contacts of the job are answered, but for the one it is written in. */
  languages: z.array(
    z.object({
      language: z.enum(builtInLanguages),
      texts: z.array(jobTranslationSchema),
      /** The last words of a job, apart from the others as pages of before know no such kinds. */
      lastWords: z._default(z.array(jobTranslationSchema), []),
    }),
  ),
  /** Whether a model translates what is published; without one owners translate themselves. */
  isAutomatic: z.boolean(),
})
export type JobTranslations = z.infer<typeof jobTranslationsSchema>

/** `PUT /jobs/{id}/translations`; `""` removes the owner's translation. */
export const correctTranslationSchema = z.object({
  language: z.enum(builtInLanguages),
  /** Exactly as in the job, including spaces around it. */
  source: z.string().check(cleaned, z.minLength(1), z.maxLength(maxLength)),
  translation: z.string().check(cleaned, z.trim(), z.maxLength(maxLength)),
})
export type CorrectTranslation = z.infer<typeof correctTranslationSchema>

const ids = { id: 'job' } as const

export const listTranslationsCall = call('GET /jobs/:id/translations', {
  ids,
  answer: jobTranslationsSchema,
})

export const correctTranslationCall = call('PUT /jobs/:id/translations', {
  ids,
  body: correctTranslationSchema,
  answer: z.object({ success: z.literal(true), text: jobTranslationSchema }),
})
