import { hasVisibleText } from '@errand/contract/visible-text'
import {
  Button,
  Card,
  Checkbox,
  Notice,
  SortableList,
  VisuallyHidden,
  classNames,
  showUndoToast,
} from '@errand/shared-ui'
import { Plus } from 'lucide-react'
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  memo,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type Control,
  useFieldArray,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form'

import { checkFields } from '../changes/check-job.ts'
import { type FieldValues, emptyField, freeFieldKey, maxFields } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { useFocusAfterRemoval } from '../pane/focus.ts'
import { ProblemCount } from '../sections/problem-count.tsx'
import { FieldEditor } from './field-editor.tsx'
import { FieldLine, type LineProps, type RowActions, summarizeField } from './field-line.tsx'
import styles from './fields-builder.module.css'

interface FieldsBuilderProps {
  /** The index of the open row. */
  opened: number | undefined
  onOpen: Dispatch<SetStateAction<number | undefined>>
  /** Whether the job is saved. */
  isSaved: boolean
  /** Shown beside the title. */
  actions?: ReactNode
  /** Shown below the fields, such as proposed ones. */
  children?: ReactNode
}

/** The button that opens a row, unlike the one that opens its menu. */
const toggleSelector = 'button[aria-expanded]:not([aria-haspopup])'

/** The fields that the job collects, in the order in which they are asked for. */
export function FieldsBuilder({ opened, onOpen: open, isSaved, ...props }: FieldsBuilderProps) {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const { control, fields, nameOf, add, reorder, rowActions, announcement, list, adder } =
    useFieldRows(open)
  return (
    <Card
      title={say('fields')}
      description={
        <>
          <span>{say(fields.length === 0 ? 'none' : 'fieldsHint')}</span>{' '}
          <ProblemCount section="fields" isSaved={isSaved} />
        </>
      }
      actions={props.actions}
    >
      <FieldsAdvice onOpen={open} />
      {fields.length > 0 && (
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
                isOpen={index === opened}
                {...{ control, index, handle }}
              />
            )}
          </SortableList>
        </div>
      )}
      {props.children}
      <div className={styles['below']}>
        <Button
          ref={adder}
          icon={<Plus size={16} aria-hidden />}
          disabled={fields.length >= maxFields}
          onClick={add}
        >
          {say('add')}
        </Button>
        <Checkbox
          label={say('answerOnly')}
          hint={say('answerOnlyHint')}
          {...register('answerOnly')}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </Card>
  )
}

/** The rows of the form, the actions on them, and their announcements. */
function useFieldRows(open: FieldsBuilderProps['onOpen']) {
  const say = useWords()
  const { control, getValues, setFocus } = useFormContext<JobFormValues>()
  const { fields, append, remove, move, insert } = useFieldArray({
    control,
    name: 'fields',
    keyName: 'rowId',
  })
  const [announcement, setAnnouncement] = useState('')
  const [added, setAdded] = useState<{ at: number }>()
  useEffect(() => {
    if (added !== undefined) setFocus(`fields.${added.at}.label`)
  }, [added, setFocus])
  const { list, adder, focusAfter } = useFocusAfterRemoval<HTMLButtonElement>(toggleSelector)

  const nameOf = (index: number) =>
    getValues(`fields.${index}.label`) || say('field', { number: index + 1 })
  const add = () => {
    append(emptyField, { shouldFocus: false })
    open(fields.length)
    setAdded({ at: fields.length })
  }
  const reorder = (from: number, to: number) => {
    move(from, to)
    open((at) => (at === undefined ? at : indexAfterMove(at, from, to)))
  }
  const moveTo = (from: number, to: number) => {
    setAnnouncement(say('movedTo', { name: nameOf(from), position: to + 1, count: fields.length }))
    reorder(from, to)
  }
  const duplicate = (index: number) => {
    const all = getValues('fields')
    const original = all[index]
    if (original === undefined || all.length >= maxFields) return
    insert(index + 1, copyField(original, all), { shouldFocus: false })
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
  const rowActions = useStableActions({
    toggle: (index) => open((at) => (at === index ? undefined : index)),
    move: moveTo,
    duplicate,
    remove: removeAt,
  })
  return { control, fields, nameOf, add, reorder, rowActions, announcement, list, adder }
}

/**
 * Actions that stay the same object but call the latest functions, so that no row renders for them.
 */
function useStableActions(given: RowActions): RowActions {
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const [stable] = useState<RowActions>(() => ({
    toggle: (index) => latest.current.toggle(index),
    move: (from, to) => latest.current.move(from, to),
    duplicate: (index) => latest.current.duplicate(index),
    remove: (index) => latest.current.remove(index),
  }))
  return stable
}

function copyField(original: FieldValues, all: readonly FieldValues[]): FieldValues {
  const taken = all.map(({ key }) => key)
  return { ...original, id: '', key: freeFieldKey(original.key, taken), isKeyFromLabel: true }
}

interface FieldRowProps extends LineProps {
  /** Watched through `control`, so that the row renders for changes of its own field only. */
  control: Control<JobFormValues>
  isOpen: boolean
}

/** One field: a summary row, and the editor once it is opened. */
const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { control, isOpen, ...line } = props
  const { index } = line
  const say = useWords()
  const summary = useWatch({ control, name: `fields.${index}`, compute: summarizeField })
  const { errors } = useFormState({ control, name: `fields.${index}` })
  const problems = Object.keys(errors.fields?.[index] ?? {}).length
  const { label } = summary
  const number = index + 1
  return (
    <div
      role="group"
      aria-label={
        hasVisibleText(label) ? say('fieldOf', { number, label }) : say('field', { number })
      }
      className={classNames(styles['field'], isOpen && styles['isOpen'])}
    >
      <FieldLine {...line} {...summary} {...{ problems, isOpen }} />
      {isOpen && <FieldEditor index={index} />}
    </div>
  )
})

/** Problems and advice for the fields while they are edited. */
function FieldsAdvice({ onOpen }: { onOpen: (index: number) => void }) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  // Deferred: typing has priority over advice.
  const fields = useDeferredValue(useWatch({ control, name: 'fields' }))
  const all = checkFields(fields)
  return (['problem', 'advice'] as const).map((kind) => {
    const found = all.filter((one) => one.kind === kind)
    return (
      found.length > 0 && (
        <Notice key={kind} tone={kind === 'problem' ? 'danger' : 'warning'} role="status">
          <ul className={styles['advice']} aria-label={say('advice')}>
            {found.map(({ index, text }) => (
              <li key={text}>
                {index === undefined ? (
                  text
                ) : (
                  <button type="button" onClick={() => onOpen(index)}>
                    {text}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )
    )
  })
}

/** The index of an item after another item, or itself, was moved. */
function indexAfterMove(at: number, from: number, to: number): number {
  if (at === from) return to
  const isShifted = at >= Math.min(from, to) && at <= Math.max(from, to)
  return isShifted ? at + (from < to ? -1 : 1) : at
}
