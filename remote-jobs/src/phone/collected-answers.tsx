import type { TestedJob } from '@errand/contract/job-test'
import { readableAnswer } from '@errand/contract/readable-answer'
import { type Formats, Progress, VisuallyHidden, useFormats } from '@errand/shared-ui'
import { useState } from 'react'

import type { FieldValues } from '../job-draft/field-values.ts'
import { useWords, words } from '../job-draft/words/words.ts'
import styles from './phone.module.css'

interface CollectedAnswersProps {
  fields: readonly FieldValues[]
  turn: TestedJob | undefined
}

/** The answers collected so far in the test chat. */
export function CollectedAnswers({ turn, fields }: CollectedAnswersProps) {
  const say = useWords()
  const named = fields.filter(({ key, label }) => key !== '' && label !== '')
  const required = named.filter((field) => field.required).length
  const progress = turn?.progress ?? { required, answered: 0 }
  return (
    <section aria-label={say('collected')} className={styles['collected']}>
      <header>
        <h3>{say('collected')}</h3>
        {named.length > 0 && (
          <Progress
            label={say('collected')}
            value={progress.required === 0 ? 1 : progress.answered / progress.required}
            text={say('progress', { answered: progress.answered, required: progress.required })}
          />
        )}
      </header>
      {named.length === 0 ? (
        <p className={styles['muted']}>{say('nothingToCollect')}</p>
      ) : (
        <dl>
          {named.map((field) => (
            <Answer key={field.key} field={field} value={turn?.collected.values[field.key]} />
          ))}
        </dl>
      )}
      <AnswersAnnouncement fields={named} turn={turn} />
    </section>
  )
}

/** Announces the collected answers when a reply arrives, but not while the fields are edited. */
function AnswersAnnouncement({ fields, turn }: CollectedAnswersProps) {
  const formats = useFormats()
  const [announced, setAnnounced] = useState({ turn, text: '' })
  if (announced.turn !== turn) {
    const there = fields.flatMap((field) => {
      const value = turn?.collected.values[field.key] ?? undefined
      return value === undefined ? [] : `${field.label}: ${writeAnswer(field, value, formats)}`
    })
    setAnnounced({ turn, text: there.join('. ') })
  }
  return (
    <VisuallyHidden>
      <span role="status">{announced.text}</span>
    </VisuallyHidden>
  )
}

function Answer({ field, value }: { field: FieldValues; value: unknown }) {
  const say = useWords()
  const formats = useFormats()
  const isThere = value !== undefined && value !== null
  return (
    <div className={isThere ? styles['there'] : undefined}>
      <dt>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>
        {isThere ? (
          <bdi>{writeAnswer(field, value, formats)}</bdi>
        ) : (
          <span className={styles['muted']}>{say('missing')}</span>
        )}
      </dd>
    </div>
  )
}

/** An answer as text. */
const writeAnswer = (
  { type, limits: { currency }, options }: FieldValues,
  value: unknown,
  formats: Formats,
): string => readableAnswer(value, { type, currency, options }, { formats, say: words })
