import * as z from 'zod/mini'

import { call } from './call.ts'
import { requiredText } from './text-schemas.ts'

/** How many answers a job can have; dismissed questions do not count. */
export const maxJobAnswers = 100
/** The longest question, in characters: a contact's longer text is cut. */
export const maxQuestionLength = 300
/** The most open questions of one chat that the assistant is given. */
export const maxOpenQuestions = 5
/** The longest answer of the owner, in characters. */
export const maxAnswerLength = 1000

const answer = requiredText(maxAnswerLength)

/** A contact's question that the business's texts did not answer, as it was last asked. */
export const openQuestionSchema = z.object({
  question: z.string(),
  /** How often it was asked, ignoring case, accents and punctuation. */
  count: z.int(),
  lastAskedAt: z.iso.datetime(),
  /** The chat in which it was asked last. */
  sessionId: z.string(),
})
export type OpenQuestion = z.infer<typeof openQuestionSchema>

/** What the owner answered to a question; all chats of the job use it from the next message on. */
export const jobAnswerSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** `null` where the owner dismissed the question. */
  answer: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type JobAnswer = z.infer<typeof jobAnswerSchema>

/** The answer of `GET /jobs/{id}/questions`, newest first. */
export const jobQuestionsSchema = z.object({
  open: z.array(openQuestionSchema),
  /** Without those that were dismissed. */
  answered: z.array(jobAnswerSchema),
})
export type JobQuestions = z.infer<typeof jobQuestionsSchema>

/** `POST /jobs/{id}/answers`; `null` dismisses the question. */
export const createJobAnswerSchema = z.object({
  question: requiredText(maxQuestionLength),
  answer: z.nullable(answer),
})
export type CreateJobAnswer = z.infer<typeof createJobAnswerSchema>

const saved = z.object({ success: z.literal(true), answer: jobAnswerSchema })
const ids = { id: 'job', answerId: 'jobAnswer' } as const

export const listQuestionsCall = call('GET /jobs/:id/questions', {
  ids: { id: 'job' },
  answer: jobQuestionsSchema,
})

export const createAnswerCall = call('POST /jobs/:id/answers', {
  ids: { id: 'job' },
  isKeyed: true,
  body: createJobAnswerSchema,
  answer: saved,
  status: [201],
})

export const updateAnswerCall = call('PUT /jobs/:id/answers/:answerId', {
  ids,
  body: z.object({ answer }),
  answer: saved,
  problems: [409],
})

/** The question is open again. */
export const deleteAnswerCall = call('DELETE /jobs/:id/answers/:answerId', {
  ids,
  answer: z.object({ success: z.literal(true) }),
})
