import { maxTextLength, type JobTranslation } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import { isComposing, TextField, tooLongBy } from '@errand/shared-ui'

import { useWords } from '../job-draft/words/words.ts'
import type { Translated } from './translations.queries.ts'
import { useCorrectTranslation } from './use-correct-translation.ts'

const kinds = {
  label: 'label',
  question: 'question',
  option: 'optionText',
  message: 'patternMessage',
} as const

interface TranslatedTextProps {
  jobId: Job['id']
  language: Translated['language']
  text: JobTranslation
  autoFocus: boolean
}

/** A text of the job, and the field that holds its translation; it is saved when it is left. */
export function TranslatedText({ jobId, language, text, autoFocus }: TranslatedTextProps) {
  const say = useWords()
  const { source, kind, translation, corrected } = text
  const { typed, isPending, error, write, save, discard } = useCorrectTranslation({
    jobId,
    language,
    text,
  })
  const state = corrected
    ? say('correctedByYou')
    : translation === null
      ? say('readInYourWords')
      : undefined
  const isFitting = tooLongBy(typed, maxTextLength[kind]) === 0
  return (
    <TextField
      label={<bdi>{say('translationOf', { text: source })}</bdi>}
      hint={[say(kinds[kind]), state].filter((part) => part !== undefined).join(' · ')}
      error={error === null ? undefined : userMessage(error)}
      // Saved by itself: its length is nothing to the form of the job.
      form=""
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      autoFocus={autoFocus}
      maxLength={maxTextLength[kind]}
      readOnly={isPending}
      value={typed}
      onChange={({ target }) => write(target.value)}
      onBlur={() => isFitting && save()}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape') discard()
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (isFitting) save()
      }}
    />
  )
}
