import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import { isComplete } from '@errand/contract/chats/form-data'
import { bookingDayField, isNumber, type JobField } from '@errand/contract/job-field'
import { contactName } from '@errand/contract/visible-text'
import { browserStorage } from '@errand/shared-auth'
import { Meter, RelativeTime, VisuallyHidden, type Column, type Sort } from '@errand/shared-ui'
import { useState } from 'react'

import { AnswerEditor } from '../chat/answers/answer-editor.tsx'
import { ContactRequest, BookingState, BookingTools } from '../chat/answers/booking-tools.tsx'
import { FieldValue } from '../chat/answers/field-value.tsx'
import { useWords } from '../words/words.ts'
import { hasDates } from './bookings.api.ts'
import styles from './bookings.module.css'

/** The columns of a form's table: contact, answers, completeness and date. */
export function useColumns(
  form: Form,
  onOpen: (sessionId: string) => void,
): Column<FormResponseRow>[] {
  const say = useWords()
  const required = form.fields.filter((field) => field.required)
  const times = bookingFields(form.fields)
  const fields = [...times, ...form.fields.filter((field) => !times.includes(field))]
  const answers = fields.map((field): Column<FormResponseRow> => ({
    id: field.key,
    header: field.label,
    isSortable: true,
    align: isNumber(field.type) ? 'end' : 'start',
    cell: (row) => <AnswerCell {...{ row, field }} />,
  }))
  return [
    {
      id: 'contact',
      header: say('contact'),
      isSortable: true,
      isHideable: false,
      cell: ({ contact, sessionId }) => (
        <button type="button" className={styles['open']} onClick={() => onOpen(sessionId)}>
          <bdi>{contactName(contact)}</bdi>
        </button>
      ),
    },
    ...answers,
    {
      id: 'completeness',
      header: say('completeness'),
      cell: ({ values, status }) => {
        const answered = required.filter(({ key }) => values[key] !== undefined).length
        return (
          <Meter
            label={say('completeness')}
            value={required.length === 0 ? 1 : answered / required.length}
            tone={status === 'partial' ? 'accent' : 'success'}
            text={say('answeredOf', { answered, required: required.length })}
          />
        )
      },
    },
    ...(hasDates(form) ? [{ id: 'decision', header: say('booking'), cell: decisionCell }] : []),
    {
      id: 'updatedAt',
      header: say('changed'),
      isSortable: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ]
}

/** The fields that say when a booking is: they stand first, as a phone shows few columns. */
function bookingFields(fields: readonly JobField[]): JobField[] {
  const day = bookingDayField(fields)
  const time = day?.type === 'date' ? fields.find(({ type }) => type === 'time') : undefined
  return [day, time].filter((field) => field !== undefined)
}

/** What was decided about the booking, and the ways to decide. */
const decisionCell = ({ id, booking, sessionId, version, contact, status }: FormResponseRow) =>
  booking !== undefined &&
  isComplete(status) && (
    <span className={styles['decision']}>
      <ContactRequest cancelAskedAt={booking.cancelAskedAt} proposed={undefined} />
      <BookingState decision={booking.decision} />
      <BookingTools
        booking={{ ...booking, sessionId, formDataId: id, version, name: contactName(contact) }}
      />
    </span>
  )

interface AnswerCellProps {
  row: FormResponseRow
  field: JobField
}

/** One answer in the table; pressing it edits it in place. */
function AnswerCell({ row, field }: AnswerCellProps) {
  const say = useWords()
  const [isEditing, setIsEditing] = useState(false)
  const { key, label, sensitive } = field
  const value = row.values[key]
  if (isEditing)
    return (
      <AnswerEditor
        {...{ field, answers: row }}
        className={styles['editor']}
        onDone={() => setIsEditing(false)}
      />
    )
  return (
    <button type="button" className={styles['cell']} onClick={() => setIsEditing(true)}>
      {sensitive && value !== undefined ? (
        <span aria-label={say('hidden')}>••••</span>
      ) : (
        <FieldValue {...{ value, field }} />
      )}{' '}
      <VisuallyHidden>
        {say('editAnswerOf', { label, name: contactName(row.contact) })}
      </VisuallyHidden>
    </button>
  )
}

/** The order of the address as the table shows it: `-field:seats` is the column `seats`, descending. */
export function toSort(text: string): Sort {
  const isDescending = text.startsWith('-')
  return {
    by: text.replace(/^-?(?:field:)?/, ''),
    direction: isDescending ? 'descending' : 'ascending',
  }
}

/** Columns that are no answers. */
const ownColumns = new Set(['contact', 'day', 'updatedAt'])

export const fromSort = ({ by, direction }: Sort): string =>
  (direction === 'descending' ? '-' : '') + (ownColumns.has(by) ? by : `field:${by}`)

/** The hidden columns of a form, stored in this browser. */
export function useHiddenColumns(formId: string) {
  const key = `errand:form:${formId}:hidden`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(readHidden(key)))
  const change = (next: ReadonlySet<string>) => {
    setHidden(next)
    browserStorage.setItem(key, JSON.stringify([...next]))
  }
  return [hidden, change] as const
}

function readHidden(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}
