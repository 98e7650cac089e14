import type { FormAnswer, FormResponseRow } from '@errand/contract/chats/form'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation, type InfiniteData } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { putFormData } from '../chats/chats.api.ts'
import { takeSession } from '../chats/session-cache.ts'
import { words } from '../words/words.ts'
import { responsesKey } from './forms.api.ts'

interface NewAnswer {
  key: string
  label: string
  value: unknown
}

/** Writes an answer from the table; it can be taken back. */
export function usePutCell(formId: string, row: FormResponseRow) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ key, value, version }: NewAnswer & { version: number }) =>
      putFormData(row.sessionId, { formData: { [key]: value }, version }),
    onSuccess: ({ formData, session }) => {
      takeSession(session)
      const { values, version, status, updatedAt } = formData
      patchRow(formId, { ...row, values, version, status, updatedAt })
    },
    onError: (failure) => {
      if (!isApiError(failure) || failure.status !== 412) return
      void queryClient.invalidateQueries({ queryKey: responsesKey(formId) })
    },
  })
  const put = (answer: NewAnswer, onDone: () => void) =>
    mutate(
      { ...answer, version: row.version },
      {
        onSuccess: ({ formData: { version } }) => {
          onDone()
          const value = row.values[answer.key] ?? null
          showUndoToast({
            message: words('answerSaved', { label: answer.label }),
            what: words('undoAnswer', { label: answer.label }),
            onUndo: () =>
              mutate(
                { ...answer, value, version },
                { onError: (failure) => toast.error(userMessage(failure)) },
              ),
          })
        },
      },
    )
  return { put, isPutting: isPending, problem: error === null ? undefined : problemOf(error) }
}

function problemOf(error: unknown): string {
  if (!isApiError(error)) return userMessage(error)
  if (error.status === 412) return words('answerChanged')
  return error.problem?.errors?.[0]?.detail ?? userMessage(error)
}

function patchRow(formId: string, row: FormResponseRow): void {
  queryClient.setQueriesData<InfiniteData<FormAnswer>>(
    { queryKey: responsesKey(formId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          ...(page.responses !== undefined && {
            responses: {
              ...page.responses,
              items: page.responses.items.map((one) => (one.id === row.id ? row : one)),
            },
          }),
        })),
      },
  )
}
