import {
  deletedJobAnswerResponseSchema,
  jobAnswerResponseSchema,
  jobQuestionsSchema,
  type CreateJobAnswer,
  type JobAnswer,
  type JobQuestions,
} from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'

export const listQuestions = (jobId: Job['id'], signal: AbortSignal): Promise<JobQuestions> =>
  api.get(`jobs/${encodeURIComponent(jobId)}/questions`, { signal }).json(jobQuestionsSchema)

/** `null` dismisses the question. An earlier answer is replaced, so the call can be repeated. */
export async function saveAnswer(jobId: Job['id'], input: CreateJobAnswer): Promise<JobAnswer> {
  const path = `jobs/${encodeURIComponent(jobId)}/answers`
  return (await api.post(path, { json: input }).json(jobAnswerResponseSchema)).answer
}

export async function changeAnswer(
  jobId: Job['id'],
  id: JobAnswer['id'],
  answer: string,
): Promise<JobAnswer> {
  const json = { answer }
  return (await api.put(pathOf(jobId, id), { json }).json(jobAnswerResponseSchema)).answer
}

/** Removes an answer or a dismissal. */
export async function removeAnswer(jobId: Job['id'], id: JobAnswer['id']): Promise<void> {
  await api.delete(pathOf(jobId, id)).json(deletedJobAnswerResponseSchema)
}

const pathOf = (jobId: string, id: string): string =>
  `jobs/${encodeURIComponent(jobId)}/answers/${encodeURIComponent(id)}`
