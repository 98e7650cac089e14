import { readAnalyticsCall } from '@errand/contract/job-analytics'
import { Hono } from 'hono'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { sendCsv } from '../../../platform/http/downloads.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import { readAnalytics } from './analytics.service.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** /api/jobs/{id}/analytics: the figures of a job's chats. */
export function analyticsRoutes({ callSlots, database, verifyToken }: Dependencies) {
  const routes = new Hono<OwnerEnv>()
  routes.use('/:id/analytics', requireSignIn(verifyToken), requireOwner)
  answerCalls(
    routes,
    '/jobs',
    'Jobs',
  )(readAnalyticsCall, {
    summary: 'Read how a job does',
    leaves: { what: 'figures of a job', code: 'never', why: 'they name no contact' },
    description:
      'About the chats that began in the period, beside the period of the same length before. ' +
      '`format=csv` gives the series as a file.',
    fileTypes: ['text/csv'],
    before: callSlots.limit('analytics'),
  }).answer(async ({ c, ownerId, id, query }) => {
    const analytics = await readAnalytics(database.queries, { ownerId, id }, query)
    if (query.format === 'json') return analytics
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
  })
  return routes
}
