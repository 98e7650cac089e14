import { maxTextLength, type JobTranslation } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { Button, isComposing, TextArea, TextField, tooLongBy } from '@errand/shared-ui'
import { useId, type ChangeEvent, type KeyboardEvent } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import styles from './translations.module.css'
import type { LanguageTranslations } from './translations.queries.ts'
import { useCorrectTranslation } from './use-correct-translation.ts'

const kinds = {
  label: 'label',
  question: 'question',
  option: 'optionText',
  message: 'patternMessage',
  completion: 'completionMessage',
  handoff: 'handoffMessage',
} as const

interface TranslatedTextProps {
  jobId: Job['id']
  language: LanguageTranslations['language']
  text: JobTranslation
  autoFocus: boolean
}

/** A text of the job and its translation, which is saved when the field loses the focus. */
export function TranslatedText({ jobId, language, text, autoFocus }: TranslatedTextProps) {
  const say = useWords()
  const id = useId()
  const { source, kind, translation, corrected } = text
  const correction = useCorrectTranslation({ jobId, language, text })
  const { typed, isPending, isUnsaved, canSettle, write, save, discard } = correction
  const isFitting = tooLongBy(typed, maxTextLength[kind]) === 0
  const isLong = kind !== 'label' && kind !== 'option'
  const field = {
    id,
    label: <bdi>{say('translationOf', { text: source })}</bdi>,
    hint: [say(kinds[kind]), ...describeState()].join(' · '),
    // Detached from the job's form: its length must not block saving the job.
    form: '',
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    autoFocus,
    maxLength: maxTextLength[kind],
    readOnly: isPending,
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      write(target.value),
    onBlur: () => isFitting && !canSettle && save(),
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event)) return
      if (event.key === 'Escape') discard()
      if (event.key !== 'Enter' || (isLong && !event.ctrlKey && !event.metaKey)) return
      event.preventDefault()
      if (isFitting) save()
    },
  }
  function describeState(): string[] {
    if (isUnsaved && translation !== null)
      return [say('notSaved'), say('customersRead', { text: translation })]
    if (isUnsaved) return [say('notSaved')]
    if (corrected) return [say('correctedByYou')]
    return translation === null ? [say('readInYourWords')] : []
  }
  /** The buttons disappear, so the focus moves to the field. */
  const thenFocus = (settle: () => void) => () => {
    document.getElementById(id)?.focus()
    settle()
  }
  return (
    <>
      {isLong ? <TextArea rows={2} {...field} /> : <TextField {...field} />}
      {canSettle && (
        <p className={styles['actions']}>
          <Button size="small" variant="primary" disabled={!isFitting} onClick={thenFocus(save)}>
            {say('saveTranslation')}
          </Button>
          <Button size="small" variant="quiet" onClick={thenFocus(discard)}>
            {say('discardAnswer')}
          </Button>
        </p>
      )}
    </>
  )
}
