import type { Job } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import { Button, Notice, SelectField, Skeleton, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { useLiveJobs } from '../jobs/jobs.queries.ts'
import { TranslatedText } from './translated-text.tsx'
import styles from './translations.module.css'
import type { LanguageTranslations } from './translations.queries.ts'
import { translationsQuery } from './translations.queries.ts'
import { useHasDraft } from './use-correct-translation.ts'

/**
 * Translations of the job's fields for contacts. Not part of the job's form: a correction takes
 * effect with the next message, without publishing.
 */
export const TranslationsSection = memo(function TranslationsSection({
  jobId,
}: {
  jobId: Job['id']
}) {
  const say = useWords()
  useLiveJobs()
  const { data, error, isFetching, refetch } = useQuery(translationsQuery(jobId))
  return (
    <>
      {data === undefined && error === null && (
        <Skeleton rows={2} label={say('translationsTitle')} />
      )}
      {data === undefined && error !== null && (
        <Notice
          tone="warning"
          role="alert"
          title={userMessage(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && data.languages.length === 0 && (
        <p className={styles['muted']}>{say('noTranslations')}</p>
      )}
      {data !== undefined && data.languages.length > 0 && (
        <Languages jobId={jobId} languages={data.languages} isAutomatic={data.isAutomatic} />
      )}
    </>
  )
})

interface LanguagesProps {
  jobId: Job['id']
  languages: LanguageTranslations[]
  isAutomatic: boolean
}

function Languages({ jobId, languages, isAutomatic }: LanguagesProps) {
  const say = useWords()
  const { locale } = useSettings()
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const [chosen, setChosen] = useState('')
  const shown = languages.find(({ language }) => language === chosen) ?? languages[0]
  if (shown === undefined) return null
  const isUntranslated = shown.texts.some(({ translation }) => translation === null)
  return (
    <div className={styles['stack']}>
      {/* Saved by itself, not with the job's form. */}
      <SelectField
        label={say('translationLanguage')}
        form=""
        value={shown.language}
        onChange={({ target }) => setChosen(target.value)}
      >
        {languages.map(({ language }) => (
          <option key={language} value={language}>
            {names.of(language) ?? language}
          </option>
        ))}
      </SelectField>
      {isUntranslated && (
        <p className={styles['muted']}>
          {say(isAutomatic ? 'translatedWhenPublished' : 'translateYourself')}
        </p>
      )}
      <Texts key={shown.language} jobId={jobId} of={shown} />
    </div>
  )
}

const maxCollapsedTexts = 8

function Texts({ jobId, of: { language, texts } }: { jobId: Job['id']; of: LanguageTranslations }) {
  const say = useWords()
  const hasDraft = useHasDraft(jobId, language)
  const [isOpened, setIsOpened] = useState(false)
  // Unsaved texts are always shown.
  const [hasUnsaved] = useState(() =>
    texts.slice(maxCollapsedTexts).some(({ source }) => hasDraft(source)),
  )
  const shown = isOpened || hasUnsaved ? texts : texts.slice(0, maxCollapsedTexts)
  return (
    <>
      <ul className={styles['texts']} aria-label={say('translationsTitle')}>
        {shown.map((text, index) => (
          <li key={text.source}>
            <TranslatedText
              {...{ jobId, language, text }}
              // The button that showed it is gone, so this field takes the focus.
              autoFocus={isOpened && index === maxCollapsedTexts}
            />
          </li>
        ))}
      </ul>
      {shown.length < texts.length && (
        <Button onClick={() => setIsOpened(true)}>{say('showAll', { count: texts.length })}</Button>
      )}
    </>
  )
}
