import {
  createJobAnswerSchema,
  deletedJobAnswerResponseSchema,
  jobAnswerResponseSchema,
  jobQuestionsSchema,
  maxJobAnswers,
  updateJobAnswerSchema,
  type JobAnswer,
  type JobQuestions,
} from '@errand/contract/job-answers'
import { Hono } from 'hono'

import type { Queries, Database } from '../../../platform/database/database.ts'
import { describeOperation, idempotencyKeyHeader } from '../../../platform/docs/describe.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { jsonBody } from '../../../platform/http/request-input.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import { requireJob } from '../job-row.ts'
import { findJob } from '../jobs.repo.ts'
import * as repo from './answers.repo.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
}

/** /api/jobs/{id}/questions and …/answers: questions that the assistant could not answer, and the owner's answers to them. */
export function answersRoutes({ database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>()
    .use('/:id/questions', requireSignIn(verifyToken), requireOwner)
    .use('/:id/answers/*', requireSignIn(verifyToken), requireOwner)
    .get(
      '/:id/questions',
      describeOperation({
        tag: 'Jobs',
        summary: 'List the questions that the assistant could not answer',
        leaves: 'nothing',
        description:
          'Those of the last 90 days that the owner has neither answered nor dismissed, at most 50, ' +
          'and the answers that the owner gave.',
        answers: { 200: jobQuestionsSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const target = { ownerId: c.var.ownerId, jobId: readId('job', c.req.param('id')) }
        return c.json(await readQuestions(database.queries, target))
      },
    )
    .post(
      '/:id/answers',
      describeOperation({
        tag: 'Jobs',
        summary: 'Answer a question, or dismiss it',
        leaves: 'nothing',
        description:
          'All chats of the job use the answer from the next message on, open ones too; without ' +
          `\`answer\` the question is dismissed. At most ${maxJobAnswers} answers; a second one to the same question takes the place of the first.`,
        parameters: [idempotencyKeyHeader],
        answers: { 201: jobAnswerResponseSchema },
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(createJobAnswerSchema),
      (c) => {
        const { ownerId, identity } = c.var
        const jobId = readId('job', c.req.param('id'))
        const input = c.req.valid('json')
        return withIdempotencyKey(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const answer = toAnswer(await repo.saveAnswer(queries, { ownerId, jobId }, input))
            return { status: 201, body: { success: true, answer } }
          },
        })
      },
    )
    .put(
      '/:id/answers/:answerId',
      describeOperation({
        tag: 'Jobs',
        summary: 'Change an answer',
        leaves: 'nothing',
        answers: { 200: jobAnswerResponseSchema },
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(updateJobAnswerSchema),
      async (c) => {
        const target = targetOf(c.var.ownerId, c.req.param())
        const { answer } = c.req.valid('json')
        const row = await database.transaction((queries) =>
          repo.changeAnswer(queries, target, answer),
        )
        return c.json({ success: true, answer: toAnswer(row) })
      },
    )
    .delete(
      '/:id/answers/:answerId',
      describeOperation({
        tag: 'Jobs',
        summary: 'Take an answer or a dismissal back',
        leaves: 'nothing',
        description: 'The question is open again.',
        answers: { 200: deletedJobAnswerResponseSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const target = targetOf(c.var.ownerId, c.req.param())
        await database.transaction((queries) => repo.removeAnswer(queries, target))
        return c.json({ success: true })
      },
    )
}

const targetOf = (ownerId: string, { id, answerId }: { id: string; answerId: string }) => ({
  ownerId,
  jobId: readId('job', id),
  id: readId('jobAnswer', answerId),
})

async function readQuestions(
  queries: Queries,
  target: { ownerId: string; jobId: string },
): Promise<JobQuestions> {
  requireJob(await findJob(queries, target.ownerId, target.jobId))
  const settled = await repo.listAnswers(queries, target.jobId)
  return {
    open: await repo.listOpenQuestions(queries, target, settled),
    answered: settled
      .filter(({ answer }) => answer !== null)
      .map(toAnswer)
      .toReversed(),
  }
}

type AnswerRow = Awaited<ReturnType<typeof repo.saveAnswer>>

const toAnswer = ({ id, question, answer, createdAt, updatedAt }: AnswerRow): JobAnswer => ({
  id,
  question,
  answer,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
