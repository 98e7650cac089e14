import { maxAnswerLength } from '@errand/contract/job-answers'
import { hasVisibleText } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button, TextArea, isComposing, tooLongBy } from '@errand/shared-ui'
import type { ReactNode } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import styles from './questions.module.css'

interface AnswerBoxProps {
  text: string
  error: Error | null
  /** Whether a request is in progress: text typed meanwhile would be lost. */
  isPending: boolean
  isSaving: boolean
  autoFocus?: boolean
  onWrite: (text: string) => void
  onSave: () => void
  onEscape?: () => void
  /** The second button. */
  children: ReactNode
}

/** A text box for an answer, with its buttons. No form of its own: it is inside the job's form. */
export function AnswerBox(props: AnswerBoxProps) {
  const { text, error, isPending, isSaving, autoFocus, onWrite, onSave, onEscape } = props
  const say = useWords()
  const canSave = hasVisibleText(text) && tooLongBy(text, maxAnswerLength) === 0
  return (
    <>
      <TextArea
        label={say('yourAnswer')}
        // Detached from the job's form: the length of the answer must not block saving the job.
        form=""
        autoFocus={autoFocus}
        rows={2}
        maxLength={maxAnswerLength}
        readOnly={isPending}
        value={text}
        error={error === null ? undefined : userMessage(error)}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') onEscape?.()
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          if (canSave && !isPending) onSave()
        }}
      />
      <p className={styles['actions']}>
        <Button
          size="small"
          variant="primary"
          isBusy={isSaving}
          disabled={!canSave}
          onClick={() => isPending || onSave()}
        >
          {say('saveAnswer')}
        </Button>
        {props.children}
      </p>
    </>
  )
}
