import type { CreateJobAnswer, JobAnswer } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { queryClient, useDraft, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { words } from '../job-draft/words/words.ts'
import { changeAnswer, removeAnswer, saveAnswer } from './questions.api.ts'
import {
  patchAnswer,
  patchRemoved,
  questionKey,
  questionsQuery,
  refreshQuestions,
} from './questions.queries.ts'

/** What is typed to a question and not saved yet; a failed save and a reload lose nothing. */
export function useAnswerDraft(jobId: Job['id'], question: string) {
  const { value, write } = useDraft('job-answer', `${jobId} ${questionKey(question)}`)
  return {
    text: typeof value === 'string' ? value : '',
    write: (text: string) => write(text === '' ? undefined : text),
  }
}

/** Answers a question or dismisses it, and offers to take that back. */
export function useSettleQuestion(jobId: Job['id'], writeDraft: (text: string) => void) {
  const undo = async ({ id, answer }: JobAnswer) => {
    const isDone = await takeBack(jobId, id)
    // The question is open again, with what was typed to it.
    if (isDone && answer !== null) writeDraft(answer)
  }
  return useMutation({
    mutationFn: async (input: CreateJobAnswer) => {
      const saved = await saveAnswer(jobId, input)
      // What was asked for before does not know of it yet.
      await queryClient.cancelQueries(questionsQuery(jobId))
      return saved
    },
    onSuccess: (saved) => {
      const isAnswered = saved.answer !== null
      writeDraft('')
      patchAnswer(jobId, saved)
      showUndoToast({
        message: words(isAnswered ? 'answerSaved' : 'questionDismissed'),
        what: words(isAnswered ? 'undoAnswer' : 'undoDismiss'),
        onUndo: () => undo(saved),
      })
    },
    onSettled: () => refreshQuestions(jobId),
  })
}

/** Puts other words in the place of an answer. */
export function useChangeAnswer(jobId: Job['id'], id: JobAnswer['id']) {
  return useMutation({
    mutationFn: (answer: string) => changeAnswer(jobId, id, answer),
    onSuccess: (saved) => {
      patchAnswer(jobId, saved)
      toast.success(words('answerSaved'))
    },
    onSettled: () => refreshQuestions(jobId),
  })
}

/** Deletes an answer; it can be taken back for a while. */
export function useRemoveAnswer(jobId: Job['id']): (answer: JobAnswer) => Promise<void> {
  return async ({ id, question, answer }) => {
    if (!(await takeBack(jobId, id))) return
    showUndoToast({
      message: words('answerDeleted'),
      what: words('undoDeleteAnswer'),
      onUndo: async () => {
        await saveAnswer(jobId, { question, answer }).then(
          (saved) => patchAnswer(jobId, saved),
          tellError,
        )
        await refreshQuestions(jobId)
      },
    })
  }
}

/** Whether the answer is gone. */
async function takeBack(jobId: Job['id'], id: JobAnswer['id']): Promise<boolean> {
  const isDone = await removeAnswer(jobId, id).then(() => true, tellError)
  if (isDone) patchRemoved(jobId, id)
  await refreshQuestions(jobId)
  return isDone
}

function tellError(error: unknown): false {
  toast.error(userMessage(error))
  return false
}
