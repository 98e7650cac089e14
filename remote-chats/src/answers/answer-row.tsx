import type { FormData } from '@errand/contract/chats/form-data'
import type { ChatSession } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import { Badge, IconButton, VisuallyHidden } from '@errand/shared-ui'
import { Pencil } from 'lucide-react'

import { useEditInPlace } from '../keyboard/use-edit-in-place.ts'
import { useWords } from '../words/words.ts'
import { AnswerEditor } from './answer-editor.tsx'
import { AnswerSource } from './answer-source.tsx'
import styles from './answers.module.css'
import { FieldValue } from './field-value.tsx'

interface AnswerRowProps {
  field: JobField
  session: ChatSession
  formData: FormData
}

/** One answer: what it is, where it came from, and a way to put it right. */
export function AnswerRow({ field, session, formData }: AnswerRowProps) {
  const say = useWords()
  const { frame, isOpen, isLeft, open, close } = useEditInPlace()
  const { key, label, type, options, validation } = field
  const value = formData.values[key]
  const meta = formData.meta[key]
  const isMissing = formData.missing.includes(key)
  if (isOpen) {
    return (
      <div ref={frame} className={styles['row']}>
        <dt>
          {/* Seen as the label of the control. */}
          <VisuallyHidden>{label}</VisuallyHidden>
        </dt>
        <dd className={styles['editing']}>
          <AnswerEditor {...{ field, session, formData }} onDone={close} />
        </dd>
      </div>
    )
  }
  return (
    <div className={styles['row']}>
      <dt>
        <span dir="auto">{label}</span>
        {isMissing && <Badge tone="warning">{say('missing')}</Badge>}
        {meta?.valid === false && <Badge tone="danger">{say('notValid')}</Badge>}
      </dt>
      <dd>
        <span className={styles['value']}>
          <FieldValue {...{ value, type, options }} currency={validation?.currency} />
        </span>
        {meta?.error !== undefined && <span className={styles['error']}>{meta.error}</span>}
        {meta !== undefined && value !== undefined && <AnswerSource meta={meta} field={field} />}
      </dd>
      <dd className={styles['edit']}>
        <IconButton
          size="small"
          label={say('editAnswer', { label })}
          icon={<Pencil size={14} aria-hidden />}
          autoFocus={isLeft}
          onClick={open}
        />
      </dd>
    </div>
  )
}
