import { correctTranslationCall, type JobTranslation } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { callApi, queryClient, useDraft, useDrafts, userMessage } from '@errand/shared-auth'
import { useSettings } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { words } from '../job-draft/words/words.ts'
import {
  patchTranslation,
  translationsQuery,
  type LanguageTranslations,
} from './translations.queries.ts'

const topic = 'job-translation'
const draftName = (
  jobId: Job['id'],
  language: LanguageTranslations['language'],
  source: string,
): string => `${jobId} ${language} ${source}`

/** Returns whether a source text has an unsaved translation. */
export function useHasDraft(jobId: Job['id'], language: LanguageTranslations['language']) {
  const drafts = useDrafts(topic)
  return (source: string): boolean =>
    typeof drafts.read(draftName(jobId, language, source)) === 'string'
}

interface CorrectTranslationOptions {
  jobId: Job['id']
  language: LanguageTranslations['language']
  text: JobTranslation
}

/** A translation as it is typed, and how to save it; it survives a failed save and a reload. */
export function useCorrectTranslation({ jobId, language, text }: CorrectTranslationOptions) {
  const { source } = text
  const { locale } = useSettings()
  const kept = text.translation ?? ''
  const draft = useDraft(topic, draftName(jobId, language, source))
  // Text from before a reload may be older than the saved one: leaving the field saves only after
  // new typing.
  const [isTyping, setIsTyping] = useState(false)
  const { mutate, isPending } = useMutation({
    // An empty translation removes the owner's correction.
    mutationFn: async (translation: string) => {
      const body = { language, source, translation }
      return (await callApi(correctTranslationCall, { id: jobId, body })).text
    },
    onSuccess: async (saved, sent) => {
      await patchTranslation(jobId, language, saved)
      const now = draft.read()
      // More may have been typed meanwhile.
      if (typeof now === 'string' && now.trim() === sent) draft.write(undefined)
      toast.success(words(saved.corrected ? 'translationSaved' : 'translationTakenBack'))
    },
    // A toast, because the field disappears when another language is chosen.
    onError: (error) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
      const why = userMessage(error)
      toast.error(words('translationNotSaved', { text: source, language: name, why }))
    },
    onSettled: () => queryClient.invalidateQueries(translationsQuery(jobId)),
  })
  const typed = typeof draft.value === 'string' ? draft.value : kept
  const trimmed = typed.trim()
  const isUnsaved = trimmed !== kept
  const save = () => {
    setIsTyping(false)
    if (isPending) return
    if (trimmed === kept) draft.write(undefined)
    else mutate(trimmed)
  }
  return {
    typed,
    isPending,
    isUnsaved,
    /**
     * Whether text from before a reload waits to be saved or discarded; leaving the field does
     * neither.
     */
    canSettle: isUnsaved && !isTyping && !isPending,
    write: (value: string) => {
      setIsTyping(true)
      draft.write(value === kept ? undefined : value)
    },
    save,
    discard: () => {
      setIsTyping(false)
      draft.write(undefined)
    },
  }
}
