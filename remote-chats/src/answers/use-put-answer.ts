import type { FormData } from '@errand/contract/chats/form-data'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { putFormData } from '../chats/chats.api.ts'
import { patchSession, readSession, takeSession } from '../chats/session-cache.ts'
import { threadQuery } from '../thread/thread.queries.ts'
import { words } from '../words/words.ts'

interface NewAnswer {
  key: string
  label: string
  value: unknown
}

/** Writes an answer of the owner's, which nobody overrules; it can be taken back. */
export function usePutAnswer(sessionId: string, formData: FormData) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ key, value }: NewAnswer) => {
      const version = readSession(sessionId)?.formData?.version ?? formData.version
      return putFormData(sessionId, { formData: { [key]: value }, version })
    },
    onSuccess: (answer) => {
      takeSession(answer.session)
      patchSession(sessionId, { formData: answer.formData })
    },
    onError: (failure) => {
      if (!isApiError(failure) || failure.status !== 412) return
      // Somebody answered meanwhile: what is shown has to be true before it is changed.
      void queryClient.invalidateQueries(threadQuery(sessionId))
    },
  })
  const put = (answer: NewAnswer, onDone: () => void) =>
    mutate(answer, {
      onSuccess: () => {
        onDone()
        const value = formData.values[answer.key] ?? null
        showUndoToast({
          message: words('answerSaved', { label: answer.label }),
          what: words('undoAnswer', { label: answer.label }),
          onUndo: () => mutate({ ...answer, value }, { onError: tell }),
        })
      },
    })
  return { put, isPutting: isPending, problem: error === null ? undefined : messageOf(error) }
}

const tell = (error: unknown) => toast.error(messageOf(error))

/** What the api says of the one value that was sent, or of the call. */
function messageOf(error: unknown): string {
  if (isApiError(error)) {
    if (error.status === 412) return words('answerChanged')
    const [first] = error.problem?.errors ?? []
    if (first !== undefined) return first.detail
  }
  return userMessage(error)
}
