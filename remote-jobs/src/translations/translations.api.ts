import {
  correctedTranslationResponseSchema,
  jobTranslationsSchema,
  type CorrectTranslation,
  type JobTranslation,
  type JobTranslations,
} from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'

/** The texts of a language, the last words of the job behind the others. */
export interface LanguageTranslations {
  language: JobTranslations['languages'][number]['language']
  texts: JobTranslation[]
}

export async function listTranslations(
  jobId: Job['id'],
  signal: AbortSignal,
): Promise<{ languages: LanguageTranslations[]; isAutomatic: boolean }> {
  const { languages, isAutomatic } = await api
    .get(pathOf(jobId), { signal })
    .json(jobTranslationsSchema)
  const shown = languages.map(({ language, texts, lastWords }) => ({
    language,
    texts: [...texts, ...lastWords],
  }))
  return { languages: shown, isAutomatic }
}

/** An empty translation removes the owner's correction. */
export async function correctTranslation(
  jobId: Job['id'],
  json: CorrectTranslation,
): Promise<JobTranslation> {
  return (await api.put(pathOf(jobId), { json }).json(correctedTranslationResponseSchema)).text
}

const pathOf = (jobId: string): string => `jobs/${encodeURIComponent(jobId)}/translations`
