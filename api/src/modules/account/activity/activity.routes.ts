import {
  activityDetailSchema,
  exportActivityCall,
  listActivityCall,
  type ActivityDetail,
  type ActivityEntry,
  type ActivityGroup,
} from '@errand/contract/activity'
import { Hono } from 'hono'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { readTimeCursor, toTimePage, type TimePosition } from '../../../platform/http/cursor.ts'
import { sendCsv } from '../../../platform/http/downloads.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { dayOf, localTime } from '../../../platform/period/days.ts'
import { requireOwner, requireSignIn } from '../require-owner.ts'
import { readPreferences } from '../settings-view.ts'
import { listActivity, recordActivity, type ActivityRow } from './activity.repo.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
}

const exportLimit = { limit: 60, windowMs: 60 * 60 * 1000 }

/** /api/auth/activity: what happened in the account, by whom and from where. */
export function activityRoutes({ database, verifyToken }: Dependencies) {
  const { queries } = database
  const routes = new Hono<OwnerEnv>().use('/activity/*', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/auth', 'Account')
  on(listActivityCall, {
    summary: 'List what happened in the account',
    leaves: 'nothing',
    description:
      'Sign-ins, changed connections, exports, deletions, payments and what concerns the assistant, newest first; `group` is one of these. Kept for a year.',
  }).answer(async ({ ownerId, query: { group, cursor, limit } }) => {
    const after = readTimeCursor(cursor, { kind: 'activity' })
    const rows = await listActivity(queries, { ownerId, group, after, limit: limit + 1 })
    return toTimePage(rows, limit, { toItem: toEntry, positionOf: (row) => row })
  })
  on(exportActivityCall, {
    summary: 'Export the activity log',
    leaves: { what: 'the activity log', code: 'never', why: 'it names no contact' },
    description: 'As CSV, newest first, in the time zone of the settings. At most 60 in an hour.',
    fileTypes: ['text/csv'],
  }).answer(async ({ c, ownerId, actor, query: { group } }) => {
    await consumeRateLimit(queries, { key: `export activity ${ownerId}`, ...exportLimit })
    const { timeZone } = (await readPreferences(queries, ownerId)).business
    await recordActivity(queries, { ownerId, kind: 'activity_exported', actor })
    return sendCsv(c, {
      name: `activity-${dayOf(new Date(), timeZone)}`,
      columns: ['Time', 'Time UTC', 'What', 'Device', 'Address', 'Details'],
      rows: readCells(queries, { ownerId, group, timeZone }),
    })
  })
  return routes
}

const toEntry = ({ id, at, kind, device, address, detail }: ActivityRow): ActivityEntry => ({
  id,
  at: at.toISOString(),
  kind,
  actor: device === null ? null : { device, address: address ?? '' },
  detail,
})

const pageSize = 500
/** In the order of the contract, which the database does not keep. */
const detailNames = Object.keys(activityDetailSchema.shape) as (keyof ActivityDetail)[]

async function* readCells(
  queries: Queries,
  wanted: { ownerId: string; group: ActivityGroup | undefined; timeZone: string },
): AsyncGenerator<string[]> {
  let after: TimePosition | undefined
  do {
    const rows = await listActivity(queries, { ...wanted, after, limit: pageSize })
    for (const { at, kind, device, address, detail } of rows) {
      const details = detailNames
        .filter((name) => detail[name] !== undefined)
        .map((name) => `${name}: ${detail[name]}`)
      yield [
        localTime(at, wanted.timeZone),
        at.toISOString(),
        kind,
        device ?? 'Errand',
        address ?? '',
        details.join(', '),
      ]
    }
    after = rows.length < pageSize ? undefined : rows.at(-1)
  } while (after !== undefined)
}
