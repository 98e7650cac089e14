import type { JobField } from '@errand/contract/job-field'
import { Button } from '@errand/shared-ui'
import { Plus, Sparkles } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import {
  type FieldValues,
  freeFieldKey,
  maxFields,
  toFieldValues,
} from '../job-draft/field-values.ts'
import { type JobFormValues, completeFields, toJobInput } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { useFocusAfterRemoval } from '../pane/focus.ts'
import { type DraftHandle, useDraft } from './drafting.ts'
import { ProposalPane } from './proposal-pane.tsx'
import styles from './proposal.module.css'

/** Proposes fields: the button, and the proposed rows, each of which can be added. */
export function useFieldProposals() {
  const { getValues } = useFormContext<JobFormValues>()
  const draft = useDraft('fields')
  const proposeButton = useRef<HTMLButtonElement>(null)
  const propose = () => {
    const values = getValues()
    const prompt = [values.name, values.description, values.instructions].filter(Boolean).join('\n')
    // Incomplete fields are not sent.
    const fields = completeFields(toJobInput(values).fields ?? [])
    void draft.start({ prompt: prompt.slice(0, 4000), current: { fields } })
  }
  const button = (
    <ProposeButton ref={proposeButton} isWriting={draft.status === 'writing'} onPropose={propose} />
  )
  const rows = draft.status !== 'idle' && (
    <ProposedFields
      draft={draft}
      onRetry={propose}
      onLeave={() => proposeButton.current?.focus({ preventScroll: true })}
    />
  )
  return { button, rows }
}

interface ProposeButtonProps {
  ref: Ref<HTMLButtonElement>
  isWriting: boolean
  onPropose: () => void
}

/** A component of its own: it renders at every key that is typed, and the rows need not. */
function ProposeButton({ ref, isWriting, onPropose }: ProposeButtonProps) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const [name, instructions] = useWatch({ control, name: ['name', 'instructions'] })
  const hasText = `${name}${instructions}`.trim() !== ''
  return (
    <Button
      size="small"
      icon={<Sparkles size={16} aria-hidden />}
      ref={ref}
      disabled={!hasText}
      isBusy={isWriting}
      title={hasText ? undefined : say('needsText')}
      onClick={onPropose}
    >
      {say('generateFields')}
    </Button>
  )
}

interface ProposedFieldsProps {
  draft: DraftHandle<'fields'>
  onRetry: () => void
  /** Called when this had the focus and is about to disappear. */
  onLeave: () => void
}

function ProposedFields({ draft, onRetry, onLeave }: ProposedFieldsProps) {
  const say = useWords()
  const { getValues, setValue, control } = useFormContext<JobFormValues>()
  const currentFields = useWatch({ control, name: 'fields' })
  const [added, setAdded] = useState<readonly JobField[]>([])
  const left = draft.draft?.fields.filter((field) => !added.includes(field)) ?? []
  const freeSlots = maxFields - currentFields.length
  const { list, focusAfter } = useFocusAfterRemoval<HTMLElement, HTMLUListElement>('button')
  const add = (fields: readonly JobField[]) => {
    const before = getValues('fields')
    setValue('fields', [...before, ...toUnsavedFields(fields, before)], { shouldDirty: true })
    setAdded([...added, ...fields])
    if (fields.length === left.length) draft.dismiss()
  }
  return (
    <ProposalPane
      draft={draft}
      title={say('proposedFields')}
      whenDone={say(left.length === 0 ? 'noMoreFields' : 'proposalReady')}
      onRetry={onRetry}
      onDismiss={draft.dismiss}
      onLeave={onLeave}
      actions={
        left.length > 0 && (
          <Button size="small" disabled={freeSlots < left.length} onClick={() => add(left)}>
            {say('addAllFields')}
          </Button>
        )
      }
    >
      <ul ref={list} className={styles['ghosts']}>
        {left.map((field) => (
          <ProposedField
            key={field.key}
            field={field}
            reason={draft.draft?.reasons[field.key]}
            isFull={freeSlots === 0}
            onAdd={() => {
              add([field])
              focusAfter(left.indexOf(field))
            }}
          />
        ))}
      </ul>
    </ProposalPane>
  )
}

interface ProposedFieldProps {
  field: JobField
  reason: string | undefined
  isFull: boolean
  onAdd: () => void
}

function ProposedField({ field, reason = '', isFull, onAdd }: ProposedFieldProps) {
  const say = useWords()
  return (
    <li className={styles['ghost']}>
      <div>
        <strong>
          <bdi>{field.label}</bdi>
        </strong>{' '}
        <span className={styles['note']}>{say(`${field.type}_type`)}</span>
        {reason !== '' && (
          <p className={styles['note']} dir="auto">
            {reason}
          </p>
        )}
      </div>
      <Button
        size="small"
        icon={<Plus size={16} aria-hidden />}
        aria-label={say('addField', { name: field.label })}
        disabled={isFull}
        onClick={onAdd}
      />
    </li>
  )
}

/** Fields without ids, and with keys that are not taken. */
function toUnsavedFields(
  fields: readonly JobField[],
  present: readonly FieldValues[],
): FieldValues[] {
  const keys = present.map(({ key }) => key)
  return fields.map((field) => {
    const key = keys.includes(field.key) ? freeFieldKey(field.key, keys) : field.key
    keys.push(key)
    return { ...toFieldValues(field), id: '', key }
  })
}
