import type { JobAnswer, JobQuestions } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { jobsKey } from '../jobs/jobs.queries.ts'
import { listQuestions } from './questions.api.ts'

/** What the assistant could not answer in chats of a job, and what the owner answered. */
export const questionsQuery = (jobId: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'questions', jobId],
    queryFn: ({ signal }) => listQuestions(jobId, signal),
  })

/** The same for a question that is asked in other letters. */
export const questionKey = (question: string): string => searchTextOf(question)

const isOtherQuestion = (question: string) => (one: { question: string }) =>
  questionKey(one.question) !== questionKey(question)

/** Shows at once what the api has just kept. */
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

/** Shows at once that an answer is gone; which question is open again the api says. */
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

/** Asks the api for how it stands now. */
export const refreshQuestions = (jobId: Job['id']): Promise<void> =>
  queryClient.invalidateQueries(questionsQuery(jobId))
