import type { JobTranslation, JobTranslations } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { jobsKey } from '../jobs/jobs.queries.ts'
import { listTranslations } from './translations.api.ts'

/** The texts of one language. */
export type LanguageTranslations = JobTranslations['languages'][number]

/** What customers read of a job in other languages. */
export const translationsQuery = (jobId: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'translations', jobId],
    queryFn: ({ signal }) => listTranslations(jobId, signal),
  })

/** Shows at once what the api has just kept. */
export async function patchTranslation(
  jobId: Job['id'],
  language: LanguageTranslations['language'],
  saved: JobTranslation,
): Promise<void> {
  const { queryKey } = translationsQuery(jobId)
  // What was asked for before does not know of it yet.
  await queryClient.cancelQueries({ queryKey })
  const put = (one: JobTranslation) => (one.source === saved.source ? saved : one)
  queryClient.setQueryData(
    queryKey,
    (known) =>
      known && {
        ...known,
        languages: known.languages.map((of) =>
          of.language === language ? { ...of, texts: of.texts.map(put) } : of,
        ),
      },
  )
}
