import { jobAnalyticsQuerySchema, jobAnalyticsSchema } from '@errand/contract/job-analytics'
import { Hono } from 'hono'

import { describe } from '../../../platform/docs/describe.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { csvAnswer } from '../../../platform/http/downloads.ts'
import { query } from '../../../platform/http/json-body.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { ownerOnly, signedIn } from '../../account/owner.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readAnalytics } from './analytics.service.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
}

/** /api/jobs/{id}/analytics: what the chats of a job came to. */
export function analyticsRoutes({ database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().get(
    '/:id/analytics',
    signedIn(verifyToken),
    ownerOnly(database),
    describe({
      tag: 'Jobs',
      summary: 'Read how a job does',
      description:
        'About the chats that began in the period, beside the period of the same length before. ' +
        '`format=csv` gives the series as a file.',
      answers: { 200: jobAnalyticsSchema },
      files: ['text/csv'],
      problems: [403, 404, 422],
    }),
    query(jobAnalyticsQuerySchema),
    async (c) => {
      const target = { ownerId: c.var.ownerId, id: readId('job', c.req.param('id')) }
      const wanted = c.req.valid('query')
      const analytics = await readAnalytics(database.queries, target, wanted)
      if (wanted.format === 'json') return c.json(analytics)
      const { from, to } = analytics.range
      return csvAnswer(c, {
        name: `analytics-${from}-${to}`,
        columns: ['date', 'started', 'completed', 'handed_off', 'messages'],
        rows: analytics.series.map(({ date, started, completed, handedOff, messages }) => [
          date,
          started,
          completed,
          handedOff,
          messages,
        ]),
      })
    },
  )
}
