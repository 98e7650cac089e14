import { jobAnalyticsQuerySchema, jobAnalyticsSchema } from '@errand/contract/job-analytics'
import { Hono } from 'hono'

import type { Database } from '../../../platform/database/database.ts'
import { describeOperation } from '../../../platform/docs/describe.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { sendCsv } from '../../../platform/http/downloads.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { queryString } from '../../../platform/http/request-input.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import { readAnalytics } from './analytics.service.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** /api/jobs/{id}/analytics: the figures of a job's chats. */
export function analyticsRoutes({ callSlots, database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().get(
    '/:id/analytics',
    requireSignIn(verifyToken),
    requireOwner,
    describeOperation({
      tag: 'Jobs',
      summary: 'Read how a job does',
      leaves: { what: 'figures of a job', code: 'never', why: 'they name no contact' },
      description:
        'About the chats that began in the period, beside the period of the same length before. ' +
        '`format=csv` gives the series as a file.',
      answers: { 200: jobAnalyticsSchema },
      fileTypes: ['text/csv'],
      problems: [403, 404, 422],
    }),
    queryString(jobAnalyticsQuerySchema),
    callSlots.limit('analytics'),
    async (c) => {
      const target = { ownerId: c.var.ownerId, id: readId('job', c.req.param('id')) }
      const wanted = c.req.valid('query')
      const analytics = await readAnalytics(database.queries, target, wanted)
      if (wanted.format === 'json') return c.json(analytics)
      const { from, to } = analytics.range
      return sendCsv(c, {
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
