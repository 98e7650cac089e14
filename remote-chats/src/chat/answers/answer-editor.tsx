import { putFormDataCall } from '@errand/contract/chats/bookings'
import type { FormAnswer, FormResponseRow } from '@errand/contract/chats/form'
import type { FormData } from '@errand/contract/chats/form-data'
import { wallClockOf } from '@errand/contract/iso-time'
import { countCharacters, maxAnswerCharacters, type JobField } from '@errand/contract/job-field'
import { objectText } from '@errand/contract/readable-answer'
import { cleanText } from '@errand/contract/visible-text'
import { callApi, isApiError, queryClient, userMessage } from '@errand/shared-auth'
import {
  DateField,
  TextArea,
  TextField,
  TimeField,
  readSettings,
  showUndoToast,
} from '@errand/shared-ui'
import { useMutation, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { chatQuery } from '../../data/chat.ts'
import { responsesKey } from '../../data/chats.queries.ts'
import { patchAnswers, readSession, applySession } from '../../data/session-cache.ts'
import { Checkboxes, Choice, InlineForm } from '../../shared/fields.tsx'
import { useWords, words } from '../../words/words.ts'

/** A set of answers of a session, in its details or in a row of a form's table. */
type Answers = Pick<FormData, 'id' | 'sessionId' | 'values' | 'version'>

interface AnswerEditorProps {
  field: JobField
  answers: Answers
  className?: string | undefined
  onDone: () => void
}

/** Edits one answer in place; Escape cancels. */
export function AnswerEditor({ field, answers, className, onDone }: AnswerEditorProps) {
  const { key, label } = field
  const [initial] = useState(() => ({
    value: answers.values[key],
    shown: toInputValue(answers.values[key], field),
  }))
  const [inputValue, setInputValue] = useState(initial.shown)
  const { put, isPutting, problem } = useSaveAnswer(answers)
  const handleSave = () =>
    put({ key, label, value: parseInputValue(inputValue, field, initial) }, onDone)
  return (
    <InlineForm className={className} isBusy={isPutting} onSave={handleSave} onDone={onDone}>
      <FieldControl field={field} value={inputValue} error={problem} onChange={setInputValue} />
    </InlineForm>
  )
}

interface NewAnswer {
  key: string
  label: string
  value: unknown
  /** The version to change, if it is newer than the one that is shown. */
  baseVersion?: number
}

/** Saves an answer of the owner, which nothing overrides, with Undo. */
export function useSaveAnswer({ id, sessionId, values, version }: Answers) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ key, value, baseVersion = version }: NewAnswer) => {
      const { formData: latest, earlierFormData = [] } = readSession(sessionId) ?? {}
      const known = [latest, ...earlierFormData].find((one) => one?.id === id)?.version ?? 0
      // A moment by its clock, which another time zone of the business would otherwise move.
      const answer = typeof value === 'string' ? (wallClockOf(value) ?? value) : value
      return callApi(putFormDataCall, {
        id: sessionId,
        body: { formDataId: id, formData: { [key]: answer } },
        version: Math.max(baseVersion, known),
      })
    },
    onSuccess: ({ session, formData }) => {
      applySession(session)
      patchAnswers(sessionId, formData)
      updateFormRows(formData)
    },
    onError: (failure) => {
      if (!isApiError(failure) || failure.status !== 412) return
      // Somebody else changed the answers meanwhile: show the current ones first.
      void queryClient.invalidateQueries(chatQuery(sessionId))
      void queryClient.invalidateQueries({ queryKey: responsesKey })
    },
  })
  const put = (answer: NewAnswer, onDone: () => void) =>
    mutate(answer, {
      onSuccess: ({ formData }) => {
        onDone()
        const value = values[answer.key] ?? null
        showUndoToast({
          message: words('answerSaved', { label: answer.label }),
          what: words('undoAnswer', { label: answer.label }),
          onUndo: () =>
            mutate(
              { ...answer, value, baseVersion: formData.version },
              { onError: (failure) => toast.error(errorMessage(failure)) },
            ),
        })
      },
    })
  return { put, isPutting: isPending, problem: error === null ? undefined : errorMessage(error) }
}

/** What the api says about the value that was sent, or about the call. */
function errorMessage(error: unknown): string {
  if (!isApiError(error)) return userMessage(error)
  if (error.status === 412) return words('answerChanged')
  return error.problem?.errors?.[0]?.detail ?? userMessage(error)
}

/** Updates the answers in all cached tables of forms. */
function updateFormRows(formData: FormData): void {
  const { id, values, version, status, booking, updatedAt } = formData
  const updateRow = (row: FormResponseRow): FormResponseRow =>
    row.id === id ? { ...row, values, version, status, booking, updatedAt } : row
  queryClient.setQueriesData<InfiniteData<FormAnswer>>(
    { queryKey: responsesKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map(({ responses, ...page }) => ({
          ...page,
          ...(responses && {
            responses: { ...responses, items: responses.items.map(updateRow) },
          }),
        })),
      },
  )
}

interface FieldControlProps {
  field: JobField
  value: InputValue
  error?: string | undefined
  onChange: (value: InputValue) => void
}

/** The control for the type of a field. */
function FieldControl({ field, value, error, onChange }: FieldControlProps) {
  const say = useWords()
  const { label, type, options = [], validation } = field
  const choices = options.map((option) => [option.value, option.label] as const)
  if (Array.isArray(value))
    return <Checkboxes legend={label} options={choices} chosen={value} onChange={onChange} />
  // Focused, because the owner just opened it.
  const control = { label, error, value, autoFocus: true }
  const common = {
    ...control,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  switch (type) {
    case 'long_text':
    case 'address':
      return <TextArea {...common} {...lengthLimit(type, validation)} rows={3} />
    case 'text':
      return <TextField {...common} {...lengthLimit(type, validation)} />
    case 'number':
    case 'currency':
    case 'integer':
    case 'rating':
      // Not a number input: it accepts the digits and separators of one language only.
      return <TextField {...common} inputMode="decimal" dir="ltr" />
    case 'date':
      return <DateField {...common} min={validation?.minDate} max={validation?.maxDate} />
    case 'time':
      return <TimeField {...common} />
    case 'datetime':
      return <TextField {...common} type="datetime-local" dir={undefined} />
    case 'boolean':
    case 'select': {
      const yesOrNo = [
        ['true', say('yes')],
        ['false', say('no')],
      ] as const
      const offered = type === 'boolean' ? yesOrNo : choices
      return (
        <Choice {...control} options={[['', say('noAnswer')], ...offered]} onChange={onChange} />
      )
    }
    case 'email':
      return <TextField {...common} type="email" />
    case 'phone':
      return <TextField {...common} type="tel" />
    case 'url':
      return <TextField {...common} type="url" />
    // Several choices have boxes, above.
    case 'multi_select':
    case 'location':
    case 'file':
      break
  }
  return <TextField {...common} />
}

/** Counted as the api counts characters. */
const lengthLimit = (
  type: keyof typeof maxAnswerCharacters,
  validation: JobField['validation'],
) => ({
  maxLength: Math.min(validation?.maxLength ?? Infinity, maxAnswerCharacters[type]),
  count: (text: string) => countCharacters(cleanText(text).trim()),
})

/** The value of a field's control. */
type InputValue = string | string[]

/** An answer as its control shows it; numbers in the page's locale. */
function toInputValue(value: unknown, { type }: Pick<JobField, 'type'>): InputValue {
  if (type === 'multi_select') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    return value.toLocaleString(readSettings().locale, {
      useGrouping: false,
      maximumFractionDigits: 20,
    })
  }
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : objectText(value)
  return type === 'datetime' ? (wallClockOf(text) ?? '') : text
}

/**
 * The typed value as an answer: an empty one is `null`, which clears it; an unchanged one is the
 * answer itself. Numbers are sent as typed, because only the api parses them.
 */
function parseInputValue(
  typed: InputValue,
  { type }: Pick<JobField, 'type'>,
  { value, shown }: { value: unknown; shown: InputValue },
): unknown {
  if (typed === shown && value !== undefined) return value
  if (Array.isArray(typed)) return typed.length === 0 ? null : typed
  const text = typed.trim()
  if (text === '') return null
  if (type === 'boolean') return text === 'true'
  return text
}
