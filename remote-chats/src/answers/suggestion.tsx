import type { AnswerSuggestion, FormData } from '@errand/contract/chats/form-data'
import type { ChatSession } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import { Button } from '@errand/shared-ui'
import { Lightbulb } from 'lucide-react'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { useWords } from '../words/words.ts'
import styles from './answers.module.css'
import { FieldValue } from './field-value.tsx'
import { usePutAnswer } from './use-put-answer.ts'

interface SuggestionProps {
  suggestion: AnswerSuggestion
  field: JobField | undefined
  session: ChatSession
  formData: FormData
}

/** A value that was read but not taken: the owner decides. */
export function Suggestion({ suggestion, field, session, formData }: SuggestionProps) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const { put, isPutting, problem } = usePutAnswer(session.id, formData)
  const { key, value, evidence, messageId } = suggestion
  const label = field?.label ?? key
  const current = formData.values[key]
  const answer = (chosen: unknown) => put({ key, label, value: chosen }, () => undefined)
  return (
    <div className={styles['suggestion']} role="group" aria-label={say('suggestionFor', { label })}>
      <p>
        <Lightbulb size={14} aria-hidden="true" />
        <b dir="auto">{label}</b>
        <FieldValue value={value} type={field?.type ?? 'text'} options={field?.options} />
      </p>
      {evidence !== undefined && <q dir="auto">{evidence}</q>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div>
        <Button size="small" isBusy={isPutting} onClick={() => answer(value)}>
          {say('accept')}
        </Button>
        {current !== undefined && (
          <Button size="small" variant="quiet" onClick={() => answer(current)}>
            {say('keepMine')}
          </Button>
        )}
        {messageId !== undefined && (
          <Button size="small" variant="quiet" onClick={() => jumpTo(messageId)}>
            {say('showInChat')}
          </Button>
        )}
      </div>
    </div>
  )
}
