import type { FormAnswer, FormResponseRow } from '@errand/contract/chats/form'
import type { FormData } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { Button, isComposing, showUndoToast } from '@errand/shared-ui'
import { useMutation, type InfiniteData } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { putFormData } from '../chats/chats.api.ts'
import { patchSession, readSession, takeSession } from '../chats/session-cache.ts'
import { responsesKey } from '../forms/forms.api.ts'
import { threadQuery } from '../thread/thread.queries.ts'
import { useWords, words } from '../words/words.ts'
import { FieldControl, fromTyped, toTyped } from './field-control.tsx'

/** The answers of a chat, in its details or in a row of a form's table. */
type Answers = Pick<FormData, 'sessionId' | 'values' | 'version'>

interface AnswerEditorProps {
  field: JobField
  answers: Answers
  className: string | undefined
  onDone: () => void
}

/** Changes one answer where it stands; Escape leaves it as it was. */
export function AnswerEditor({ field, answers, className, onDone }: AnswerEditorProps) {
  const say = useWords()
  const { key, label } = field
  const [before] = useState(() => ({
    value: answers.values[key],
    shown: toTyped(answers.values[key], field),
  }))
  const [typed, setTyped] = useState(before.shown)
  const { put, isPutting, problem } = usePutAnswer(answers)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    put({ key, label, value: fromTyped(typed, field, before) }, onDone)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Cancel does the same
    <form
      noValidate
      className={className}
      onSubmit={handleSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        onDone()
      }}
    >
      <FieldControl field={field} value={typed} error={problem} onChange={setTyped} />
      <div>
        <Button type="submit" size="small" variant="primary" isBusy={isPutting}>
          {say('save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  )
}

interface NewAnswer {
  key: string
  label: string
  value: unknown
  /** The version that it changes, where that is newer than what is shown. */
  after?: number
}

/** Writes an answer of the owner's, which nobody overrules; it can be taken back. */
export function usePutAnswer({ sessionId, values, version }: Answers) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ key, value, after = version }: NewAnswer) => {
      const known = readSession(sessionId)?.formData?.version ?? 0
      return putFormData(sessionId, {
        formData: { [key]: value },
        version: Math.max(after, known),
      })
    },
    onSuccess: ({ session, formData }) => {
      takeSession(session)
      patchSession(sessionId, { formData })
      patchRow(sessionId, formData)
    },
    onError: (failure) => {
      if (!isApiError(failure) || failure.status !== 412) return
      // Somebody answered meanwhile: what is shown has to be true before it is changed.
      void queryClient.invalidateQueries(threadQuery(sessionId))
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
              { ...answer, value, after: formData.version },
              { onError: (failure) => toast.error(messageOf(failure)) },
            ),
        })
      },
    })
  return { put, isPutting: isPending, problem: error === null ? undefined : messageOf(error) }
}

/** What the api says of the one value that was sent, or of the call. */
function messageOf(error: unknown): string {
  if (!isApiError(error)) return userMessage(error)
  if (error.status === 412) return words('answerChanged')
  return error.problem?.errors?.[0]?.detail ?? userMessage(error)
}

/** Takes the answers of a chat into the tables of forms that are known. */
function patchRow(sessionId: string, { values, version, status, updatedAt }: FormData): void {
  const renew = (row: FormResponseRow): FormResponseRow =>
    row.sessionId === sessionId ? { ...row, values, version, status, updatedAt } : row
  queryClient.setQueriesData<InfiniteData<FormAnswer>>(
    { queryKey: responsesKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map(({ responses, ...page }) => ({
          ...page,
          ...(responses && {
            responses: { ...responses, items: responses.items.map(renew) },
          }),
        })),
      },
  )
}
