import {
  correctedTranslationResponseSchema,
  jobTranslationsSchema,
  type CorrectTranslation,
  type JobTranslation,
  type JobTranslations,
} from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'

export const listTranslations = (jobId: Job['id'], signal: AbortSignal): Promise<JobTranslations> =>
  api.get(pathOf(jobId), { signal }).json(jobTranslationsSchema)

/** An empty translation removes the owner's correction. */
export async function correctTranslation(
  jobId: Job['id'],
  json: CorrectTranslation,
): Promise<JobTranslation> {
  return (await api.put(pathOf(jobId), { json }).json(correctedTranslationResponseSchema)).text
}

const pathOf = (jobId: string): string => `jobs/${encodeURIComponent(jobId)}/translations`
