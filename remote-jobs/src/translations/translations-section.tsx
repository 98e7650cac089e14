import type { Job } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import { Button, Card, Notice, SelectField, Skeleton, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { useLiveJobs } from '../jobs/jobs.queries.ts'
import { TranslatedText } from './translated-text.tsx'
import { translationsQuery, type LanguageTranslations } from './translations.queries.ts'
import styles from './translations.module.css'
import { useHasDraft } from './use-correct-translation.ts'

/**
 * What customers read of the job's fields in other languages. No part of the job's form: a correction
 * counts from the next message on, without a publication.
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
    <Card title={say('translationsTitle')} description={say('translationsHint')}>
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
    </Card>
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
      {/* Saved by itself: it is nothing to the form of the job. */}
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
  // What is not saved is never among those that are left out.
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
              // The button that showed it is gone, and the focus with it.
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
