import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import { Meter, RelativeTime, type Column } from '@errand/shared-ui'

import { contactName } from '../chats/contact-name.ts'
import { useWords } from '../words/words.ts'
import { AnswerCell } from './answer-cell.tsx'
import styles from './forms.module.css'

const endTypes = new Set(['number', 'integer', 'currency', 'rating'])

/** The columns of a form's table: who, each answer, how complete, and when. */
export function useColumns(
  form: Form,
  onOpen: (sessionId: string) => void,
): Column<FormResponseRow>[] {
  const say = useWords()
  const required = form.fields.filter((field) => field.required)
  const answers = form.fields.map((field): Column<FormResponseRow> => ({
    id: field.key,
    header: field.label,
    isSortable: true,
    align: endTypes.has(field.type) ? 'end' : 'start',
    cell: (row) => <AnswerCell {...{ row, field }} formId={form.id} />,
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
    {
      id: 'updatedAt',
      header: say('changed'),
      isSortable: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ]
}
