import { isBuiltIn } from '@errand/contract/chats/run'
import {
  createJobCall,
  deleteJobCall,
  listJobsCall,
  readJobCall,
  updateJobCall,
} from '@errand/contract/jobs'
import { readStandardTextsCall } from '@errand/contract/standard-texts'
import { Hono } from 'hono'

import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { toEntityTag } from '../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
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
  const routes = new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/jobs', 'Jobs')
  on(listJobsCall, {
    summary: 'List the jobs',
    leaves: 'nothing',
    description:
      'Without `status` deleted jobs are left out. `totals` count under `q` alone. A page of very long jobs has fewer than `limit`.',
  }).answer(({ ownerId, query }) => service.listJobs(database.queries, ownerId, query))
  on(createJobCall, {
    summary: 'Create a job',
    leaves: {
      what: 'answers to the job, to e-mail and callback addresses',
      code: 'sometimes',
      why: 'for a callback address, and an e-mail address that is not the owner’s own',
    },
    description:
      'Only the name is needed. Fields get their ids here. A callback address, and an e-mail address other than the owner’s own, needs a sign-in of the last ten minutes.',
  }).answer(async ({ c, ownerId, identity, actor, body: input }) => {
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
  })
  on(readStandardTextsCall, {
    summary: 'Read what is said where a job has no text of its owner',
    leaves: 'nothing',
    description:
      'In the `language` of a job; in English where the product has none of its own in it. The built-in rules send ' +
      'exactly these (`isBuiltIn`); a model uses its own words.',
  }).answer(async ({ ownerId, query }) => {
    const phrases = phrasesFor(query.language) ?? english
    const { business } = await readPreferences(database.queries, ownerId)
    return { texts: standardTexts(phrases, business.name), isBuiltIn: isBuiltIn(ai.name) }
  })
  on(readJobCall, {
    summary: 'Read a job',
    leaves: 'nothing',
    description: 'With `version` the job shows what was published under that number.',
  }).answer(async ({ c, ownerId, id, query: { version } }) => {
    const { job, versions } = await service.getJob(database.queries, { ownerId, id }, version)
    c.header('etag', toEntityTag(job.version))
    return { job, versions }
  })
  on(updateJobCall, {
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
  }).answer(async ({ c, body, ...target }) => {
    const { job, impact } = await updateJob({ database, queue }, target, body)
    c.header('etag', toEntityTag(job.version))
    return { success: true, job, impact }
  })
  on(deleteJobCall, {
    summary: 'Delete a job',
    leaves: 'nothing',
    description:
      'It is archived and can be restored; after 30 days it is gone for good. Open chats stand ' +
      'against it unless `closeOpen` closes them.',
  }).answer(async ({ query, ...target }) => {
    const done = await archiveJob({ database, queue, closeJobChats }, target, query)
    return {
      success: true,
      archivedAt: done.archivedAt.toISOString(),
      undoUntil: done.undoUntil.toISOString(),
    }
  })
  return routes
}
