import { createHash } from 'node:crypto'

import {
  endCalendarCall,
  readCalendarCall,
  readCalendarStateCall,
  renewCalendarCall,
  type CalendarResponse,
} from '@errand/contract/calendar'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import { describeOperation } from '../../../platform/calls/describe.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { OwnerEnv, RequestEnv, VerifyToken } from '../../../platform/http/context.ts'
import { isUnchanged } from '../../../platform/http/etag.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { recordActivity } from '../../account/activity/activity.repo.ts'
import { requireOwner, requireRecentSignIn, requireSignIn } from '../../account/require-owner.ts'
import { deleteFeed, findFeed, findFeedOwner, readCalendar, renewFeed } from './calendar-feed.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
  secretBox: SecretBox
  publicUrl: string
}

/** How often programs may read one calendar: several people's, each a few times an hour. */
const limit = { limit: 120, windowMs: 60 * 60 * 1000 }

/** /api/calendar: bookings for calendar programs, which cannot sign in: the address is the secret. */
export function calendarFeedRoutes({
  database,
  publicUrl,
}: Pick<Dependencies, 'database' | 'publicUrl'>) {
  const { queries } = database
  return new Hono<RequestEnv>().get(
    '/:token',
    describeOperation({
      tag: 'Chats',
      summary: 'Read the bookings as a calendar',
      leaves: {
        what: 'the bookings, to whoever knows the address',
        code: 'never',
        why: 'calendar programs cannot confirm a code; who makes or reads the address has',
      },
      description:
        'As `{token}.ics`, for calendar programs: bookings of the last 30 and the next 365 days, as ' +
        'iCalendar. The token is that of `POST /api/auth/calendar`.',
      answers: { 200: z.string(), 304: 'unchanged' },
      fileTypes: ['text/calendar'],
      isPublic: true,
      problems: [404, 429],
    }),
    async (c) => {
      const [, token] = /^([\w-]{43})\.ics$/.exec(c.req.param('token')) ?? []
      const ownerId = token === undefined ? undefined : await findFeedOwner(queries, token)
      if (ownerId === undefined) throw new Problem('not_found')
      await consumeRateLimit(queries, { key: `calendar:${ownerId}`, ...limit })
      const calendar = await readCalendar(queries, { ownerId, publicUrl })
      const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`
      const headers = { etag, 'cache-control': 'private, max-age=300' }
      if (isUnchanged(c, etag)) return c.body(null, 304, headers)
      return c.body(calendar, 200, {
        ...headers,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="bookings.ics"',
      })
    },
  )
}

/** /api/auth/calendar: makes, shows, renews and ends the secret address. */
export function calendarRoutes({ database, verifyToken, secretBox, publicUrl }: Dependencies) {
  const { queries } = database
  const toResponse = (feed: { token: string; createdAt: Date } | undefined): CalendarResponse => ({
    calendar:
      feed === undefined
        ? null
        : {
            url: `${publicUrl}/api/calendar/${feed.token}.ics`,
            createdAt: feed.createdAt.toISOString(),
          },
  })
  const routes = new Hono<OwnerEnv>().use('/calendar/*', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/auth', 'Account')
  on(readCalendarStateCall, {
    summary: 'Read whether there is a calendar',
    leaves: 'nothing',
    description: 'And since when; its address is that of `GET /api/auth/calendar`.',
  }).answer(async ({ ownerId }) => {
    const { calendar } = toResponse(await findFeed(queries, secretBox, ownerId))
    return { calendar: calendar && { createdAt: calendar.createdAt } }
  })
  on(readCalendarCall, {
    summary: 'Read the address of the calendar',
    leaves: { what: 'the bookings, to whoever knows the address', code: 'always' },
    description:
      'Whoever knows it reads the bookings, with names, numbers and answers. Needs a sign-in of the last ten minutes.',
  }).answer(async ({ ownerId, identity }) => {
    requireRecentSignIn(identity)
    return toResponse(await findFeed(queries, secretBox, ownerId))
  })
  on(renewCalendarCall, {
    summary: 'Make or renew the address of the calendar',
    leaves: { what: 'the bookings, to whoever knows the address', code: 'always' },
    description:
      'The earlier address is that of nothing any more. Needs a sign-in of the last ten minutes.',
  }).answer(async ({ ownerId, identity, actor }) => {
    requireRecentSignIn(identity)
    const feed = await database.transaction(async (tx) => {
      await recordActivity(tx, { ownerId, kind: 'calendar_link_made', actor })
      return renewFeed(tx, secretBox, ownerId)
    })
    return toResponse(feed)
  })
  on(endCalendarCall, { summary: 'End the calendar', leaves: 'nothing' }).answer(
    async ({ ownerId, actor }) => {
      await database.transaction(async (tx) => {
        if (await deleteFeed(tx, ownerId))
          await recordActivity(tx, { ownerId, kind: 'calendar_link_ended', actor })
      })
      return { calendar: null }
    },
  )
  return routes
}
