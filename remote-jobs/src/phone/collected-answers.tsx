import type { TestedJob } from '@errand/contract/job-test'
import { Progress, useFormats, VisuallyHidden, type Formats } from '@errand/shared-ui'
import { memo, useDeferredValue, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import styles from './phone.module.css'
import { useWords } from './words/words.ts'

/** The job's fields as they fill in while one talks. */
export function CollectedAnswers({ turn }: { turn: TestedJob | undefined }) {
  const { control } = useFormContext<JobFormValues>()
  // Typing goes first: the phone follows a moment later.
  const fields = useDeferredValue(useWatch({ control, name: 'fields' }))
  return <Answers fields={fields} turn={turn} />
}

interface AnswersProps {
  fields: readonly FieldValues[]
  turn: TestedJob | undefined
}

const Answers = memo(function Answers({ fields, turn }: AnswersProps) {
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
      <Heard fields={named} turn={turn} />
    </section>
  )
})

/** Says what was collected when an answer came, and nothing while the fields themselves are written. */
function Heard({ fields, turn }: AnswersProps) {
  const say = useWords()
  const formats = useFormats()
  const [heard, setHeard] = useState({ turn, text: '' })
  if (heard.turn !== turn) {
    const words = { formats, yes: say('yes'), no: say('no') }
    const there = fields.flatMap((field) => {
      const value = turn?.collected.values[field.key] ?? undefined
      return value === undefined ? [] : `${field.label}: ${readAnswer(field, value, words)}`
    })
    setHeard({ turn, text: there.join('. ') })
  }
  return (
    <VisuallyHidden>
      <span role="status">{heard.text}</span>
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
          <bdi>{readAnswer(field, value, { formats, yes: say('yes'), no: say('no') })}</bdi>
        ) : (
          <span className={styles['muted']}>{say('missing')}</span>
        )}
      </dd>
    </div>
  )
}

interface Reading {
  formats: Formats
  yes: string
  no: string
}

/** An answer as a person reads it. */
function readAnswer(field: FieldValues, value: unknown, words: Reading): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map((one) => readAnswer(field, one, words)).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).join(', ')
  const text = String(value)
  if (field.type === 'datetime') return words.formats.dateTime(text)
  // A day is the same everywhere: at noon no time zone makes it another.
  if (field.type === 'date') return words.formats.date(`${text}T12:00:00Z`)
  return field.options.find((option) => option.value === text)?.label || text
}
