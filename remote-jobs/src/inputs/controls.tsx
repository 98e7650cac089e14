import { Chip, TextArea, TextField, isComposing, textLength, tooLongBy } from '@errand/shared-ui'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useImperativeHandle,
  useState,
} from 'react'
import {
  type FieldPath,
  type FieldPathByValue,
  type RegisterOptions,
  get,
  useController,
  useFormContext,
  useFormState,
} from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { useFocusAfterRemoval } from '../pane/focus.ts'
import styles from './controls.module.css'

type Name = FieldPath<JobFormValues>

/** Binds controls to the form by name, each with its error. */
export function useControls(below: Name | readonly Name[]) {
  const { register } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: below })
  return (name: Name, options?: RegisterOptions<JobFormValues, Name>) => {
    const error: { message?: string } | undefined = get(errors, name)
    return { error: error?.message, ...register(name, options) }
  }
}

/** The options of a select. */
export const Options = ({ of }: { of: readonly (readonly [value: string, label: string])[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

interface ChipsFieldProps {
  name: FieldPathByValue<JobFormValues, string[]>
  label: string
  hint?: ReactNode
  /** The maximum number of texts. */
  limit: number
  maxLength: number
  dir?: 'ltr' | 'auto'
  inputMode?: 'email' | 'text'
}

const endKeys = new Set(['Enter', ','])

const splitWords = (text: string): string[] => text.split(/[,\n]/).map((word) => word.trim())
const longestWordLength = (text: string): number => Math.max(...splitWords(text).map(textLength))

/**
 * Several short texts: Enter or a comma adds one, Backspace in the empty box removes the last. A
 * text that is too long stays in the box with an error.
 */
export function ChipsField({ name, limit, maxLength, dir = 'auto', ...texts }: ChipsFieldProps) {
  const say = useWords()
  const {
    field: { value: values, onChange, ref },
    fieldState,
  } = useController<JobFormValues, typeof name>({ name })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const { list, adder, focusAfter } = useFocusAfterRemoval<HTMLInputElement>('li button')
  // Focusing the field, such as after an error, focuses its text box.
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => adder.current)
  const add = (text: string) => {
    const words = splitWords(text)
    const tooLong = words.filter((word) => tooLongBy(word, maxLength) > 0)
    const fitting = words.filter((word) => word !== '' && tooLongBy(word, maxLength) === 0)
    const all = [...new Set([...values, ...fitting])]
    const next = all.slice(0, limit)
    if (next.length !== values.length) onChange(next)
    setTyped([...tooLong, ...all.slice(limit)].join(', '))
    const isFull = all.length > limit
    // The field itself shows when a text is too long.
    setProblem(isFull ? say('atMost', { max: limit }) : undefined)
  }
  const remove = (value: string) => {
    focusAfter(values.indexOf(value))
    onChange(values.filter((other) => other !== value))
    setProblem(undefined)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (endKeys.has(event.key)) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
      onChange(values.slice(0, -1))
    }
  }
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,\n]/.test(text)) return
    event.preventDefault()
    add(`${typed}${text}`)
  }
  return (
    <div ref={list} className={styles['chips']}>
      <TextField
        {...texts}
        {...{ dir, maxLength }}
        count={longestWordLength}
        ref={adder}
        error={fieldState.error?.message ?? problem}
        value={typed}
        autoCapitalize="none"
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        // Text that was typed but not confirmed is added as well.
        onBlur={() => add(typed)}
      />
      {values.length > 0 && (
        <ul aria-label={texts.label}>
          {values.map((value) => (
            <li key={value}>
              <Chip name={value} onRemove={() => remove(value)}>
                <bdi>{value}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Rules for the assistant, one per line. */
export function GuardrailsField() {
  const say = useWords()
  const { field, fieldState } = useController<JobFormValues, 'guardrails'>({ name: 'guardrails' })
  const { value: lines, onChange, onBlur, ref } = field
  const [text, setText] = useState(() => lines.join('\n'))
  // The list may have been changed from outside: by a draft, a proposal or an undo.
  const isInSync = toLines(text).join('\n') === lines.join('\n')
  return (
    <TextArea
      label={say('guardrails')}
      hint={say('guardrailsHint')}
      rows={3}
      ref={ref}
      error={fieldState.error?.message}
      value={isInSync ? text : lines.join('\n')}
      onChange={({ target }) => {
        setText(target.value)
        onChange(toLines(target.value))
      }}
      onBlur={onBlur}
    />
  )
}
