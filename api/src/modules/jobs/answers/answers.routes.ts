import {
  createAnswerCall,
  deleteAnswerCall,
  listQuestionsCall,
  maxJobAnswers,
  updateAnswerCall,
  type JobAnswer,
  type JobQuestions,
} from '@errand/contract/job-answers'
import { Hono } from 'hono'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
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
  const routes = new Hono<OwnerEnv>()
    .use('/:id/questions', requireSignIn(verifyToken), requireOwner)
    .use('/:id/answers/*', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/jobs', 'Jobs')
  on(listQuestionsCall, {
    summary: 'List the questions that the assistant could not answer',
    leaves: 'nothing',
    description:
      'Those of the last 90 days that the owner has neither answered nor dismissed, at most 50, ' +
      'and the answers that the owner gave.',
  }).answer(({ ownerId, id }) => readQuestions(database.queries, { ownerId, jobId: id }))
  on(createAnswerCall, {
    summary: 'Answer a question, or dismiss it',
    leaves: 'nothing',
    description:
      'All chats of the job use the answer from the next message on, open ones too; without ' +
      `\`answer\` the question is dismissed. At most ${maxJobAnswers} answers; a second one to the same question takes the place of the first.`,
  }).answer(({ c, ownerId, identity, id: jobId, body: input }) =>
    withIdempotencyKey(c, database, {
      scope: identity.uid,
      input,
      work: async (queries) => {
        const answer = toAnswer(await repo.saveAnswer(queries, { ownerId, jobId }, input))
        return { status: 201, body: { success: true, answer } }
      },
    }),
  )
  on(updateAnswerCall, { summary: 'Change an answer', leaves: 'nothing' }).answer(
    async ({ ownerId, id: jobId, answerId: id, body: { answer } }) => {
      const row = await database.transaction((queries) =>
        repo.changeAnswer(queries, { ownerId, jobId, id }, answer),
      )
      return { success: true, answer: toAnswer(row) }
    },
  )
  on(deleteAnswerCall, {
    summary: 'Take an answer or a dismissal back',
    leaves: 'nothing',
    description: 'The question is open again.',
  }).answer(async ({ ownerId, id: jobId, answerId: id }) => {
    await database.transaction((queries) => repo.removeAnswer(queries, { ownerId, jobId, id }))
    return { success: true }
  })
  return routes
}

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
