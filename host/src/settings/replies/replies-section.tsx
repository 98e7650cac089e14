import { Button, IconButton, SortableList, TextArea, TextField } from '@errand/shared-ui'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form'
import type { UpdateSettingsInput } from '@errand/contract/auth'
import type { ReactNode } from 'react'

import { fieldError } from '../form/field-error.ts'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'
import styles from './replies-section.module.css'

const section: Section = {
  id: 'replies',
  valuesOf: ({ settings: { inbox } }) => ({
    settings: { inbox: { quickReplies: inbox.quickReplies } },
  }),
}

const path = 'settings.inbox.quickReplies'
const most = 100

/** What is said often, by the name that finds it in the composer, in the order it is offered. */
export function RepliesSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { control } = state.form
  const { fields, append, remove, move } = useFieldArray({ control, name: path })
  const written = useWatch({ control, name: path }) ?? []
  const nameAt = (index: number) =>
    written[index]?.name || say('quickNumber', { number: index + 1 })
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
              form={state.form}
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
          disabled={fields.length >= most}
          onClick={() => append({ name: '', text: '' })}
        >
          {say('addQuick')}
        </Button>
      </div>
    </SectionCard>
  )
}

interface QuickReplyProps {
  form: UseFormReturn<UpdateSettingsInput>
  index: number
  /** What it is moved by. */
  handle: ReactNode
  onRemove: () => void
}

function QuickReply({ form, index, handle, onRemove }: QuickReplyProps) {
  const say = useWords()
  const errors = form.formState.errors.settings?.inbox?.quickReplies?.[index]
  return (
    <div className={styles['reply']}>
      <div className={styles['handle']}>{handle}</div>
      <div className={styles['name']}>
        <TextField
          label={say('quickName')}
          start="/"
          maxLength={40}
          error={fieldError(errors?.name, say('quickNameError'))}
          {...form.register(`${path}.${index}.name`)}
        />
      </div>
      <div className={styles['text']}>
        <TextArea
          label={say('quickText')}
          rows={2}
          maxLength={1000}
          error={fieldError(errors?.text, say('quickTextError'))}
          {...form.register(`${path}.${index}.text`)}
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
