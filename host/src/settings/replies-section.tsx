import { Button, IconButton, SortableList, TextArea, TextField } from '@errand/shared-ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'

import styles from './replies-section.module.css'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const repliesPath = 'settings.inbox.quickReplies'

const section: Section = {
  id: 'replies',
  names: [repliesPath],
}

const maxQuickReplies = 100

/** The quick replies, in the order in which the composer offers them, with their short names. */
export function RepliesSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { control } = state.form
  const { fields, append, remove, move } = useFieldArray({ control, name: repliesPath })
  const quickReplies = useWatch({ control, name: repliesPath }) ?? []
  const nameAt = (index: number) =>
    quickReplies[index]?.name || say('quickNumber', { number: index + 1 })
  return (
    <SectionCard title={say('quickReplies')} description={say('quickRepliesHint')} state={state}>
      {fields.length === 0 ? (
        <p className={styles['none']}>{say('noQuick')}</p>
      ) : (
        <SortableList
          label={say('quickReplies')}
          items={fields}
          itemKey={({ id }) => id}
          itemName={(field) => nameAt(fields.indexOf(field))}
          onMove={move}
        >
          {(_field, index, handle) => (
            <QuickReply
              field={state.field}
              index={index}
              handle={handle(nameAt(index))}
              onRemove={() => remove(index)}
            />
          )}
        </SortableList>
      )}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={fields.length >= maxQuickReplies}
          onClick={() => append({ name: '', text: '' })}
        >
          {say('addQuick')}
        </Button>
      </div>
    </SectionCard>
  )
}

interface QuickReplyProps extends Pick<SectionForm, 'field'> {
  index: number
  /** The drag handle. */
  handle: ReactNode
  onRemove: () => void
}

function QuickReply({ field, index, handle, onRemove }: QuickReplyProps) {
  const say = useWords()
  return (
    <div className={styles['reply']}>
      <div className={styles['handle']}>{handle}</div>
      <div className={styles['name']}>
        <TextField
          label={say('name')}
          start="/"
          maxLength={40}
          {...field(`${repliesPath}.${index}.name`, say('quickNameError'))}
        />
      </div>
      <div className={styles['text']}>
        <TextArea
          label={say('quickText')}
          rows={2}
          maxLength={1000}
          {...field(`${repliesPath}.${index}.text`, say('quickTextError'))}
        />
      </div>
      <div className={styles['remove']}>
        <IconButton
          label={say('removeQuick', { number: index + 1 })}
          icon={<Trash2 size={16} />}
          onClick={onRemove}
        />
      </div>
    </div>
  )
}
