import { listQuestionsCall, type JobAnswer, type JobQuestions } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'
import { callApi, queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { jobsKey } from '../jobs/jobs.queries.ts'

/** The unanswered questions of a job, and the owner's answers. */
export const questionsQuery = (jobId: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'questions', jobId],
    queryFn: ({ signal }) => callApi(listQuestionsCall, { id: jobId, signal }),
  })

/** The same key for questions that differ only in case, accents or punctuation. */
export const questionKey = (question: string): string => searchTextOf(question)

const isOtherQuestion = (question: string) => (one: { question: string }) =>
  questionKey(one.question) !== questionKey(question)

/** Shows a saved answer before the next refetch. */
export function patchAnswer(jobId: Job['id'], saved: JobAnswer): void {
  updateCached(jobId, ({ open, answered }) => ({
    open: open.filter(isOtherQuestion(saved.question)),
    answered: answered.some(({ id }) => id === saved.id)
      ? answered.map((one) => (one.id === saved.id ? saved : one))
      : [
          ...(saved.answer === null ? [] : [saved]),
          ...answered.filter(isOtherQuestion(saved.question)),
        ],
  }))
}

/** Shows a removal before the next refetch; whether the question is open again, the api decides. */
export function patchRemoved(jobId: Job['id'], id: JobAnswer['id']): void {
  updateCached(jobId, ({ open, answered }) => ({
    open,
    answered: answered.filter((one) => one.id !== id),
  }))
}

function updateCached(jobId: Job['id'], change: (questions: JobQuestions) => JobQuestions): void {
  const { queryKey } = questionsQuery(jobId)
  queryClient.setQueryData(queryKey, (questions) => questions && change(questions))
}

/** Refetches the questions. */
export const refreshQuestions = (jobId: Job['id']): Promise<void> =>
  queryClient.invalidateQueries(questionsQuery(jobId))
