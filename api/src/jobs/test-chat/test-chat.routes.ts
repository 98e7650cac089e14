import { testedJobSchema, testJobSchema, testSavedJobSchema } from '@errand/contract/job-test'
import { Hono } from 'hono'

import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { readId } from '../../http/read-id.ts'
import { ownerOnly } from '../../identity/owner.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'
import { draftOf } from '../job-row.ts'
import { findJob } from '../jobs.repo.ts'
import { present } from '../show-job.ts'
import { testJob } from './test-job.ts'

const hourMs = 60 * 60 * 1000
const mostPerHour = 240
/** Clients wait for 30 seconds. */
const longestMs = 28_000

const answers = { 200: testedJobSchema }
const problems = [400, 403, 413, 415, 422, 429, 503]

/** /api/jobs/…/test: a chat with the assistant that no contact sees; it costs nothing. */
export function testChatRoutes({ ai, database, verifyToken, closing }: Services) {
  const surroundingsOf = async (ownerId: string, gone: AbortSignal) => {
    const limit = { key: `test ${ownerId}`, limit: mostPerHour, windowMs: hourMs }
    await takeTurn(database.queries, limit)
    const { business } = await readPreferences(database.queries, ownerId)
    const signal = AbortSignal.any([gone, closing])
    return { business, signal, withinMs: longestMs }
  }
  return new Hono<OwnerEnv>()
    .post(
      '/test',
      signedIn(verifyToken),
      ownerOnly(database),
      describe({
        tag: 'Jobs',
        answers,
        summary: 'Try a job that is not saved',
        description: `One turn of a chat: the contact's last messages are answered together. What the answer says was \`collected\` is sent back with the next turn. Nothing is kept, sent or billed. ${mostPerHour} an hour.`,
        problems,
      }),
      jsonBody(testJobSchema),
      async (c) => {
        const surroundings = await surroundingsOf(c.var.ownerId, c.req.raw.signal)
        return c.json(await testJob(ai, c.req.valid('json'), surroundings))
      },
    )
    .post(
      '/:id/test',
      signedIn(verifyToken),
      ownerOnly(database),
      describe({
        tag: 'Jobs',
        answers,
        summary: 'Try a job',
        description:
          'As `POST /jobs/test`, with the job as it is saved, published or not, or with the `job` of the body in its place.',
        problems: [...problems, 404],
      }),
      jsonBody(testSavedJobSchema),
      async (c) => {
        const { ownerId } = c.var
        const { job, ...chat } = c.req.valid('json')
        const saved = await savedJob(database.queries, ownerId, readId('job', c.req.param('id')))
        const surroundings = await surroundingsOf(ownerId, c.req.raw.signal)
        return c.json(await testJob(ai, { ...chat, job: job ?? saved }, surroundings))
      },
    )
}

async function savedJob(queries: Queries, ownerId: string, id: string) {
  const row = present(await findJob(queries, ownerId, id))
  // A test has nothing to do with whether contacts get the job.
  return { ...draftOf(row), status: 'draft' as const }
}
