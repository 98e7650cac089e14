import { isBuiltIn } from '@errand/contract/chats/run'
import {
  createJobSchema,
  deleteJobQuerySchema,
  deletedJobResponseSchema,
  jobListSchema,
  jobResponseSchema,
  listJobsQuerySchema,
  readJobQuerySchema,
  savedJobResponseSchema,
  updateJobSchema,
} from '@errand/contract/jobs'
import { standardTextsQuerySchema, standardTextsSchema } from '@errand/contract/standard-texts'
import { Hono } from 'hono'

import type { Database } from '../../platform/database/database.ts'
import {
  describeOperation,
  idempotencyKeyHeader,
  ifMatchHeader,
} from '../../platform/docs/describe.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { toEntityTag, readIfMatch } from '../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { readId } from '../../platform/http/read-id.ts'
import { jsonBody, queryString } from '../../platform/http/request-input.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { requireOwner, requireRecentSignIn, requireSignIn } from '../account/require-owner.ts'
import { readPreferences } from '../account/settings-view.ts'
import type { AiProvider } from '../ai/ai-provider.ts'
import { english, phrasesFor, standardTexts } from '../phrases/phrases.ts'
import { archiveJob, type CloseJobChats, updateJob } from './change-job.ts'
import * as service from './jobs.service.ts'
import { findNewDestinations, recordNewDestinations } from './new-destinations.ts'

interface Dependencies {
  ai: AiProvider
  closeJobChats: CloseJobChats
  database: Database
  queue: Queue
  verifyToken: VerifyToken
}

/** /api/jobs. Every query is scoped to the caller: another owner's job does not exist. */
export function jobsRoutes({ ai, closeJobChats, database, queue, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>()
    .use(requireSignIn(verifyToken), requireOwner)
    .get(
      '/',
      describeOperation({
        tag: 'Jobs',
        summary: 'List the jobs',
        leaves: 'nothing',
        description:
          'Without `status` deleted jobs are left out. `totals` count under `q` alone. A page of very long jobs has fewer than `limit`.',
        answers: { 200: jobListSchema },
        problems: [403, 422],
      }),
      queryString(listJobsQuerySchema),
      async (c) =>
        c.json(await service.listJobs(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .post(
      '/',
      describeOperation({
        tag: 'Jobs',
        summary: 'Create a job',
        leaves: {
          what: 'answers to the job, to e-mail and callback addresses',
          code: 'sometimes',
          why: 'for a callback address, and an e-mail address that is not the owner’s own',
        },
        description:
          'Only the name is needed. Fields get their ids here. A callback address, and an e-mail address other than the owner’s own, needs a sign-in of the last ten minutes.',
        parameters: [idempotencyKeyHeader],
        answers: { 201: savedJobResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(createJobSchema),
      async (c) => {
        const { ownerId, identity, actor } = c.var
        const input = c.req.valid('json')
        const destinations = await findNewDestinations(database.queries, ownerId, input)
        if (destinations.needsCode) requireRecentSignIn(identity)
        return withIdempotencyKey(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const job = await service.createJob({ queries, queue }, ownerId, input)
            await recordNewDestinations(
              queries,
              { ownerId, actor, detail: { name: job.name } },
              destinations,
            )
            return {
              status: 201,
              headers: { location: `/api/jobs/${job.id}`, etag: toEntityTag(job.version) },
              body: { success: true, job },
            }
          },
        })
      },
    )
    .get(
      '/standard-texts',
      describeOperation({
        tag: 'Jobs',
        summary: 'Read what is said where a job has no text of its owner',
        leaves: 'nothing',
        description:
          'In the `language` of a job; in English where the product has none of its own in it. The built-in rules send ' +
          'exactly these (`isBuiltIn`); a model uses its own words.',
        answers: { 200: standardTextsSchema },
        problems: [403, 422],
      }),
      queryString(standardTextsQuerySchema),
      async (c) => {
        const phrases = phrasesFor(c.req.valid('query').language) ?? english
        const { business } = await readPreferences(database.queries, c.var.ownerId)
        return c.json({
          texts: standardTexts(phrases, business.name),
          isBuiltIn: isBuiltIn(ai.name),
        })
      },
    )
    .get(
      '/:id',
      describeOperation({
        tag: 'Jobs',
        summary: 'Read a job',
        leaves: 'nothing',
        description: 'With `version` the job shows what was published under that number.',
        answers: { 200: jobResponseSchema },
        problems: [403, 404, 422],
      }),
      queryString(readJobQuerySchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('job', c.req.param('id')) }
        const { version } = c.req.valid('query')
        const { job, versions } = await service.getJob(database.queries, target, version)
        c.header('etag', toEntityTag(job.version))
        return c.json({ job, versions })
      },
    )
    .put(
      '/:id',
      describeOperation({
        tag: 'Jobs',
        summary: 'Change a job, publish, pause, restore it',
        leaves: {
          what: 'answers to the job, to e-mail and callback addresses',
          code: 'sometimes',
          why: 'for an address that is new to the job, also one of an earlier version, and not the owner’s own',
        },
        description:
          'Absent members stay as they are; `action` is done with the changed job. Without one ' +
          '`status` says what the job shall be. Open chats keep the version they started with. Another ' +
          'callback or e-mail address, also of an earlier version, needs a sign-in of the last ten minutes.',
        parameters: [ifMatchHeader],
        answers: { 200: savedJobResponseSchema },
        problems: [400, 403, 404, 409, 412, 413, 415, 422],
      }),
      jsonBody(updateJobSchema),
      async (c) => {
        const target = {
          ownerId: c.var.ownerId,
          actor: c.var.actor,
          id: readId('job', c.req.param('id')),
          isWanted: readIfMatch(c),
          identity: c.var.identity,
        }
        const { job, impact } = await updateJob({ database, queue }, target, c.req.valid('json'))
        c.header('etag', toEntityTag(job.version))
        return c.json({ success: true, job, impact })
      },
    )
    .delete(
      '/:id',
      describeOperation({
        tag: 'Jobs',
        summary: 'Delete a job',
        leaves: 'nothing',
        description:
          'It is archived and can be restored; after 30 days it is gone for good. Open chats stand ' +
          'against it unless `closeOpen` closes them.',
        parameters: [ifMatchHeader],
        answers: { 200: deletedJobResponseSchema },
        problems: [400, 403, 404, 409, 412, 422],
      }),
      queryString(deleteJobQuerySchema),
      async (c) => {
        const target = {
          ownerId: c.var.ownerId,
          actor: c.var.actor,
          id: readId('job', c.req.param('id')),
          isWanted: readIfMatch(c),
        }
        const { archivedAt, undoUntil } = await archiveJob(
          { database, queue, closeJobChats },
          target,
          c.req.valid('query'),
        )
        return c.json({
          success: true,
          archivedAt: archivedAt.toISOString(),
          undoUntil: undoUntil.toISOString(),
        })
      },
    )
}
