import type { ChatSession } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import { Meter, Notice, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useWords } from '../words/words.ts'
import { AnswerRow } from './answer-row.tsx'
import styles from './answers.module.css'
import { fieldsQuery } from './form.queries.ts'
import { Suggestion } from './suggestion.tsx'

/** What a chat collects: first what is missing, then each answer with where it came from. */
export function AnswersCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const { formData, formId, progress } = session
  const { data: fields, isError } = useQuery(fieldsQuery(formId))
  if (formData === null) return <p className={styles['none']}>{say('collectsNothing')}</p>
  if (isError) return <Notice tone="warning">{say('fieldsFailed')}</Notice>
  if (fields === undefined) return <Skeleton label={say('loadingFields')} rows={3} />
  const { suggestions } = formData
  return (
    <div className={styles['answers']}>
      {progress.required > 0 && (
        <Meter
          label={say('progress')}
          value={progress.answered / progress.required}
          tone={progress.complete ? 'success' : 'accent'}
          text={say('answeredOf', progress)}
        />
      )}
      {suggestions.map((suggestion) => (
        <Suggestion
          key={`${suggestion.key}:${suggestion.at}`}
          {...{ suggestion, session, formData }}
          field={fields.find(({ key }) => key === suggestion.key)}
        />
      ))}
      <dl className={styles['list']}>
        {missingFirst(fields, formData.missing).map((field) => (
          <AnswerRow key={field.key} {...{ field, session, formData }} />
        ))}
      </dl>
    </div>
  )
}

function missingFirst(fields: readonly JobField[], missing: readonly string[]): JobField[] {
  const isMissing = ({ key }: JobField) => missing.includes(key)
  return [...fields.filter(isMissing), ...fields.filter((field) => !isMissing(field))]
}
