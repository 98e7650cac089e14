import type { FormData } from '@errand/contract/chats/form-data'
import type { ChatSession } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import { Button, isComposing } from '@errand/shared-ui'
import { useState, type FormEvent } from 'react'

import { useWords } from '../words/words.ts'
import styles from './answers.module.css'
import { FieldControl, fromTyped, toTyped } from './field-control.tsx'
import { usePutAnswer } from './use-put-answer.ts'

interface AnswerEditorProps {
  field: JobField
  session: Pick<ChatSession, 'id'>
  formData: FormData
  onDone: () => void
}

/** Changes one answer where it stands; Escape leaves it as it was. */
export function AnswerEditor({ field, session, formData, onDone }: AnswerEditorProps) {
  const say = useWords()
  const { key, label } = field
  const [before] = useState(() => ({
    value: formData.values[key],
    shown: toTyped(formData.values[key], field),
  }))
  const [typed, setTyped] = useState(before.shown)
  const { put, isPutting, problem } = usePutAnswer(session.id, formData)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    put({ key, label, value: fromTyped(typed, field, before) }, onDone)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Cancel does the same
    <form
      noValidate
      className={styles['editor']}
      onSubmit={handleSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        onDone()
      }}
    >
      <FieldControl field={field} value={typed} error={problem} onChange={setTyped} />
      <div>
        <Button type="submit" size="small" variant="primary" isBusy={isPutting}>
          {say('save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  )
}
