import { Chip, TextArea, TextField, isComposing } from '@errand/shared-ui'
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useState,
} from 'react'
import { type FieldPathByValue, useController } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useFocusAfterRemoval } from '../pane/focus.ts'
import styles from './list-inputs.module.css'
import { useWords, words } from '../job-draft/words/words.ts'

interface ChipInputProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  values: readonly string[]
  onChange: (values: string[]) => void
  /** How many there can be. */
  limit: number
  maxLength: number
  dir?: 'ltr' | 'auto'
  inputMode?: 'email' | 'text'
  /** The box, for who leads to its error. */
  ref?: Ref<HTMLInputElement | null>
}

const ends = new Set(['Enter', ','])

/**
 * Several short texts: Enter or a comma ends each, Backspace in the empty box removes the last. What
 * does not fit stays in the box, with the reason.
 */
export function ChipInput(props: ChipInputProps) {
  const {
    values,
    onChange,
    limit,
    maxLength,
    dir = 'auto',
    inputMode = 'text',
    ref,
    ...texts
  } = props
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const { list, adder, focusAfter } = useFocusAfterRemoval<HTMLInputElement>('li button')
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => adder.current)
  const add = (text: string) => {
    const typedWords = text.split(/[,\n]/).map((word) => word.trim())
    const tooLong = typedWords.filter((word) => word.length > maxLength)
    const fitting = typedWords.filter((word) => word !== '' && word.length <= maxLength)
    const all = [...new Set([...values, ...fitting])]
    const next = all.slice(0, limit)
    if (next.length !== values.length) onChange(next)
    setTyped([...tooLong, ...all.slice(limit)].join(', '))
    const isFull = all.length > limit
    if (tooLong.length > 0) setProblem(words('tooLong', { max: maxLength }))
    else setProblem(isFull ? words('atMost', { max: limit }) : undefined)
  }
  const remove = (value: string) => {
    focusAfter(values.indexOf(value))
    onChange(values.filter((other) => other !== value))
    setProblem(undefined)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (ends.has(event.key)) {
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
        ref={adder}
        error={texts.error ?? problem}
        {...{ dir, inputMode, maxLength }}
        value={typed}
        autoCapitalize="none"
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        // What was typed and not ended yet is meant all the same.
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

type ChipsFieldProps = Omit<ComponentProps<typeof ChipInput>, 'values' | 'onChange' | 'error'> & {
  name: FieldPathByValue<JobFormValues, string[]>
}

/** Several short texts of the form. */
export function ChipsField({ name, ...props }: ChipsFieldProps) {
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController<JobFormValues, typeof name>({ name })
  return (
    <ChipInput
      {...props}
      values={value}
      ref={ref}
      error={fieldState.error?.message}
      onChange={onChange}
    />
  )
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What the assistant must never do, one sentence a line. */
export function GuardrailsField() {
  const say = useWords()
  const {
    field: { value: lines, onChange, onBlur, ref },
    fieldState,
  } = useController<JobFormValues, 'guardrails'>({ name: 'guardrails' })
  const [text, setText] = useState(() => lines.join('\n'))
  // The list may have come from elsewhere: a draft, a proposal, an undo.
  const isOurs = toLines(text).join('\n') === lines.join('\n')
  return (
    <TextArea
      label={say('guardrails')}
      hint={say('guardrailsHint')}
      rows={3}
      ref={ref}
      error={fieldState.error?.message}
      value={isOurs ? text : lines.join('\n')}
      onChange={({ target }) => {
        setText(target.value)
        onChange(toLines(target.value))
      }}
      onBlur={onBlur}
    />
  )
}
