import type { FormResponseRow } from '@errand/contract/chats/form'
import type { JobField } from '@errand/contract/job-field'
import { Button, isComposing } from '@errand/shared-ui'
import { useState, type FormEvent } from 'react'

import { FieldControl } from '../answers/field-control.tsx'
import { fromTyped, toTyped } from '../answers/field-input.ts'
import { FieldValue } from '../answers/field-value.tsx'
import { contactName } from '../chats/contact-name.ts'
import { useWords } from '../words/words.ts'
import styles from './forms.module.css'
import { usePutCell } from './use-put-cell.ts'

interface AnswerCellProps {
  row: FormResponseRow
  field: JobField
  formId: string
}

/** One answer of the table; a press changes it where it stands. */
export function AnswerCell({ row, field, formId }: AnswerCellProps) {
  const say = useWords()
  const [isEditing, setIsEditing] = useState(false)
  const { key, label, type, options, sensitive, validation } = field
  const value = row.values[key]
  if (isEditing)
    return <CellEditor {...{ row, field, formId }} onDone={() => setIsEditing(false)} />
  return (
    <button
      type="button"
      className={styles['cell']}
      aria-label={say('editAnswerOf', { label, name: contactName(row.contact) })}
      onClick={() => setIsEditing(true)}
    >
      {sensitive && value !== undefined ? (
        <span aria-label={say('hidden')}>••••</span>
      ) : (
        <FieldValue {...{ value, type, options }} currency={validation?.currency} />
      )}
    </button>
  )
}

function CellEditor({ row, field, formId, onDone }: AnswerCellProps & { onDone: () => void }) {
  const say = useWords()
  const [before] = useState(() => ({
    value: row.values[field.key],
    shown: toTyped(row.values[field.key], field),
  }))
  const [typed, setTyped] = useState(before.shown)
  const { put, isPutting, problem } = usePutCell(formId, row)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    put({ key: field.key, label: field.label, value: fromTyped(typed, field, before) }, onDone)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Cancel does the same
    <form
      noValidate
      className={styles['editor']}
      onSubmit={handleSubmit}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onDone()}
    >
      <FieldControl field={field} value={typed} error={problem} onChange={setTyped} />
      <span>
        <Button type="submit" size="small" variant="primary" isBusy={isPutting}>
          {say('save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </span>
    </form>
  )
}
