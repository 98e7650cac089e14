import { Button, Card, showUndoToast, SortableList } from '@errand/shared-ui'
import { useSetAtom } from 'jotai'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { useFocusAfterRemoval } from '../inputs/use-focus-after-removal.ts'
import { fieldKey } from '../job-draft/field-key.ts'
import { emptyField, mostFields, type FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import type { RowActions } from './field-line.tsx'
import { FieldRow } from './field-row.tsx'
import styles from './fields-builder.module.css'
import { FieldsAdvice } from './fields-advice.tsx'
import { placeAfterMove, type OpenedField } from './opened-field.ts'
import { useWords } from './words/words.ts'

interface FieldsBuilderProps {
  opened: OpenedField
  /** Beside the title. */
  actions?: ReactNode
  /** Below the fields, such as those that are proposed. */
  children?: ReactNode
}

/** What opens a row, unlike what opens its menu. */
const toggles = 'button[aria-expanded]:not([aria-haspopup])'

/** The answers the job collects, in the order they are asked for. */
export function FieldsBuilder({ opened, actions, children }: FieldsBuilderProps) {
  const say = useWords()
  const { control, getValues, setFocus } = useFormContext<JobFormValues>()
  const { fields, append, remove, move, insert } = useFieldArray({
    control,
    name: 'fields',
    keyName: 'rowId',
  })
  const open = useSetAtom(opened)
  const [announcement, setAnnouncement] = useState('')
  const [added, setAdded] = useState<{ at: number }>()
  useEffect(() => {
    if (added !== undefined) setFocus(`fields.${added.at}.label`)
  }, [added, setFocus])
  const { list, adder, focusAfter } = useFocusAfterRemoval<HTMLButtonElement>(toggles)

  const nameOf = (index: number) =>
    getValues(`fields.${index}.label`) || say('field', { number: index + 1 })
  const add = () => {
    append(emptyField, { shouldFocus: false })
    open(fields.length)
    setAdded({ at: fields.length })
  }
  const reorder = (from: number, to: number) => {
    move(from, to)
    open((at) => (at === undefined ? at : placeAfterMove(at, from, to)))
  }
  const moveTo = (from: number, to: number) => {
    setAnnouncement(say('movedTo', { name: nameOf(from), position: to + 1, count: fields.length }))
    reorder(from, to)
  }
  const duplicate = (index: number) => {
    const all = getValues('fields')
    const original = all[index]
    if (original === undefined || all.length >= mostFields) return
    insert(index + 1, copyOf(original, all), { shouldFocus: false })
    open(index + 1)
  }
  const removeAt = (index: number) => {
    const name = nameOf(index)
    const removed = getValues(`fields.${index}`)
    setAnnouncement(say('removed', { name }))
    remove(index)
    open(undefined)
    focusAfter(index)
    showUndoToast({
      message: say('removed', { name }),
      what: say('undoRemove', { name }),
      onUndo: () =>
        insert(Math.min(index, getValues('fields').length), removed, { shouldFocus: false }),
    })
  }
  const rowActions = useSameActions({
    toggle: (index, isOpen) => open((at) => (isOpen ? index : at === index ? undefined : at)),
    move: moveTo,
    duplicate,
    remove: removeAt,
  })
  return (
    <Card title={say('fields')} description={say('hint')} actions={actions}>
      <FieldsAdvice onOpen={open} />
      {fields.length === 0 && <p className={styles['none']}>{say('none')}</p>}
      <div ref={list}>
        <SortableList
          label={say('list')}
          items={fields}
          itemKey={({ rowId }) => rowId}
          itemName={(item) => nameOf(fields.indexOf(item))}
          onMove={reorder}
        >
          {(_item, index, handle) => (
            <FieldRow
              count={fields.length}
              actions={rowActions}
              {...{ control, opened, index, handle }}
            />
          )}
        </SortableList>
      </div>
      {children}
      <div>
        <Button
          ref={adder}
          icon={<Plus size={16} aria-hidden />}
          disabled={fields.length >= mostFields}
          onClick={add}
        >
          {say('add')}
        </Button>
      </div>
      <p role="status" className={styles['announcement']}>
        {announcement}
      </p>
    </Card>
  )
}

/** Does what was given last, by functions that stay the same: a row is not drawn again for them. */
function useSameActions(given: RowActions): RowActions {
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const [same] = useState<RowActions>(() => ({
    toggle: (index, isOpen) => latest.current.toggle(index, isOpen),
    move: (from, to) => latest.current.move(from, to),
    duplicate: (index) => latest.current.duplicate(index),
    remove: (index) => latest.current.remove(index),
  }))
  return same
}

function copyOf(original: FieldValues, all: readonly FieldValues[]): FieldValues {
  const taken = all.map(({ key }) => key)
  return { ...original, id: '', key: fieldKey(original.key, taken), isKeyFromLabel: true }
}
