import {
  listTranslationsCall,
  type JobTranslation,
  type JobTranslations,
} from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { callApi, queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { jobsKey } from '../jobs/jobs.queries.ts'

/** The texts of a language, the last words of the job behind the others. */
export interface LanguageTranslations {
  language: JobTranslations['languages'][number]['language']
  texts: JobTranslation[]
}

/** The translations of a job's texts. */
export const translationsQuery = (jobId: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'translations', jobId],
    queryFn: async ({ signal }) => {
      const { languages, isAutomatic } = await callApi(listTranslationsCall, { id: jobId, signal })
      const shown = languages.map(({ language, texts, lastWords }): LanguageTranslations => ({
        language,
        texts: [...texts, ...lastWords],
      }))
      return { languages: shown, isAutomatic }
    },
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
