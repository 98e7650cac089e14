import {
  createAnswerCall,
  deleteAnswerCall,
  updateAnswerCall,
  type CreateJobAnswer,
  type JobAnswer,
} from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { callApi, queryClient, useDraft, useDrafts, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { words } from '../job-draft/words/words.ts'
import {
  patchAnswer,
  patchRemoved,
  questionKey,
  questionsQuery,
  refreshQuestions,
} from './questions.queries.ts'

const draftName = (jobId: Job['id'], key: string): string => `${jobId} ${key}`

/** Returns whether a question has unsaved text, by the question's key. */
export function useHasDraft(topic: 'job-answer' | 'job-answer-change', jobId: Job['id']) {
  const drafts = useDrafts(topic)
  return (key: string): boolean => typeof drafts.read(draftName(jobId, key)) === 'string'
}

/** The unsaved answer to a question; it survives a failed save and a reload. */
export function useAnswerDraft(jobId: Job['id'], question: string) {
  const { value, read, write } = useDraft('job-answer', draftName(jobId, questionKey(question)))
  return {
    text: typeof value === 'string' ? value : '',
    /** The text at this moment, for callbacks that run later. */
    read: () => {
      const kept = read()
      return typeof kept === 'string' ? kept : ''
    },
    write: (text: string) => write(text === '' ? undefined : text),
  }
}

/** The unsaved changed answer; an empty text counts as well. */
export function useChangeDraft(jobId: Job['id'], { question, answer }: JobAnswer) {
  const { value, write } = useDraft('job-answer-change', draftName(jobId, questionKey(question)))
  const isChanged = typeof value === 'string'
  return {
    isChanged,
    text: isChanged ? value : (answer ?? ''),
    write: (text: string | undefined) => write(text === answer ? undefined : text),
  }
}

/** `null` dismisses the question. An earlier answer is replaced, so the call can be repeated. */
const saveAnswer = async (id: Job['id'], body: CreateJobAnswer): Promise<JobAnswer> =>
  (await callApi(createAnswerCall, { id, body })).answer

interface SettleQuestionOptions {
  draft: ReturnType<typeof useAnswerDraft>
  /** Called just before the question leaves the list. */
  onSettled: () => void
}

/** Answers or dismisses a question, with Undo. */
export function useSettleQuestion(jobId: Job['id'], { draft, onSettled }: SettleQuestionOptions) {
  const undo = async ({ id }: JobAnswer, typed: string) => {
    // The question is open again, with the text that was typed.
    draft.write(typed)
    await undoAnswer(jobId, id)
  }
  return useMutation({
    mutationFn: async (input: CreateJobAnswer) => {
      const saved = await saveAnswer(jobId, input)
      // A fetch that started before the save would overwrite it with old data.
      await queryClient.cancelQueries(questionsQuery(jobId))
      return saved
    },
    onSuccess: (saved) => {
      const isAnswered = saved.answer !== null
      const typed = draft.read()
      onSettled()
      draft.write('')
      patchAnswer(jobId, saved)
      showUndoToast({
        message: words(isAnswered ? 'answerSaved' : 'questionDismissed'),
        what: words(isAnswered ? 'undoAnswer' : 'undoDismiss'),
        onUndo: () => undo(saved, typed),
      })
    },
    onSettled: () => refreshQuestions(jobId),
  })
}

interface ChangeAnswerOptions {
  given: JobAnswer
  /** Whether it was deleted elsewhere: then it is created again. */
  isGone: boolean
  draft: ReturnType<typeof useChangeDraft>
  onClose: () => void
}

/** Changes an answer. */
export function useChangeAnswer(jobId: Job['id'], options: ChangeAnswerOptions) {
  const { given, isGone, draft, onClose } = options
  const { id, question } = given
  return useMutation({
    mutationFn: async (answer: string) => {
      if (isGone) return saveAnswer(jobId, { question, answer })
      const changed = { id: jobId, answerId: id, body: { answer } }
      return (await callApi(updateAnswerCall, changed)).answer
    },
    onSuccess: (saved) => {
      patchAnswer(jobId, saved)
      onClose()
      draft.write(undefined)
      toast.success(words('answerSaved'))
    },
    onSettled: () => refreshQuestions(jobId),
  })
}

/** Deletes an answer, with Undo. `onRemoved` is called before it leaves the list. */
export function useRemoveAnswer(
  jobId: Job['id'],
  onRemoved: () => void,
): (answer: JobAnswer) => Promise<void> {
  return async ({ id, question, answer }) => {
    if (!(await undoAnswer(jobId, id, onRemoved))) return
    showUndoToast({
      message: words('answerDeleted'),
      what: words('undoDeleteAnswer'),
      onUndo: async () => {
        await saveAnswer(jobId, { question, answer }).then(
          (saved) => patchAnswer(jobId, saved),
          showError,
        )
        await refreshQuestions(jobId)
      },
    })
  }
}

/** Resolves to whether the answer is gone. */
async function undoAnswer(
  jobId: Job['id'],
  id: JobAnswer['id'],
  onRemoved?: () => void,
): Promise<boolean> {
  const isDone = await callApi(deleteAnswerCall, { id: jobId, answerId: id }).then(
    () => true,
    showError,
  )
  if (isDone) {
    onRemoved?.()
    patchRemoved(jobId, id)
  }
  await refreshQuestions(jobId)
  return isDone
}

function showError(error: unknown): false {
  toast.error(userMessage(error))
  return false
}
