import type { JobTranslation } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { jobsKey } from '../jobs/jobs.queries.ts'
import { type LanguageTranslations, listTranslations } from './translations.api.ts'

/** The translations of a job's texts. */
export const translationsQuery = (jobId: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'translations', jobId],
    queryFn: ({ signal }) => listTranslations(jobId, signal),
  })

/** Shows a saved translation before the next refetch. */
export async function patchTranslation(
  jobId: Job['id'],
  language: LanguageTranslations['language'],
  saved: JobTranslation,
): Promise<void> {
  const { queryKey } = translationsQuery(jobId)
  // A fetch that started before the save would overwrite it with old data.
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
