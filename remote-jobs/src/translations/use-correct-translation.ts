import type { JobTranslation } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { queryClient, useDraft } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { words } from '../job-draft/words/words.ts'
import { correctTranslation } from './translations.api.ts'
import { patchTranslation, translationsQuery, type Translated } from './translations.queries.ts'

interface Of {
  jobId: Job['id']
  language: Translated['language']
  text: JobTranslation
}

/** A translation as it is typed, and what saves it; a failed save and a reload lose nothing. */
export function useCorrectTranslation({ jobId, language, text }: Of) {
  const { source } = text
  const kept = text.translation ?? ''
  const draft = useDraft('job-translation', `${jobId} ${language} ${source}`)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (translation: string) =>
      correctTranslation(jobId, { language, source, translation }),
    onSuccess: async (saved) => {
      await patchTranslation(jobId, language, saved)
      draft.write(undefined)
      toast.success(words(saved.corrected ? 'translationSaved' : 'translationTakenBack'))
    },
    onSettled: () => queryClient.invalidateQueries(translationsQuery(jobId)),
  })
  const typed = typeof draft.value === 'string' ? draft.value : kept
  return {
    typed,
    isPending,
    error,
    write: (value: string) => draft.write(value === kept ? undefined : value),
    save: () => {
      const wanted = typed.trim()
      if (isPending) return
      if (wanted === kept) draft.write(undefined)
      else mutate(wanted)
    },
    discard: () => {
      reset()
      draft.write(undefined)
    },
  }
}
