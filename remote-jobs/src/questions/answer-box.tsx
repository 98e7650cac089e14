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
  /** Whether anything is on its way: what is typed meanwhile would be lost. */
  isPending: boolean
  isSaving: boolean
  autoFocus?: boolean
  onWrite: (text: string) => void
  onSave: () => void
  onEscape?: () => void
  /** The other button. */
  children: ReactNode
}

/** Where an answer is typed, and its buttons. Not a form: it stands within the job's. */
export function AnswerBox(props: AnswerBoxProps) {
  const { text, error, isPending, isSaving, autoFocus, onWrite, onSave, onEscape } = props
  const say = useWords()
  const canSave = hasVisibleText(text) && tooLongBy(text, maxAnswerLength) === 0
  return (
    <>
      <TextArea
        label={say('yourAnswer')}
        // Saved by itself: its length is nothing to the form of the job.
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
