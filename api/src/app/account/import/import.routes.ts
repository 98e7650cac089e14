import { importResponseSchema } from '@errand/contract/auth'
import { maxImportBytes } from '@errand/contract/limits'
import { Hono } from 'hono'

import { lockOwner } from '../../../modules/account/account.repo.ts'
import { recordActivity } from '../../../modules/account/activity/activity.repo.ts'
import {
  requireOwner,
  requireRecentSignIn,
  requireSignIn,
} from '../../../modules/account/require-owner.ts'
import { describeOperation } from '../../../platform/calls/describe.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { limitBodies } from '../../../platform/http/limit-bodies.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { runInThread } from '../../../platform/threads/run-in-thread.ts'
import { importAccount } from './import-account.ts'
import type { Checked } from './read-account.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** Limits imports, because each checks and stores as much as an account has. */
const importLimit = { limit: 20, windowMs: 60 * 60 * 1000 }

/** /api/auth/import: the export of an account comes into another one. */
export function importRoutes({ callSlots, database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().post(
    '/',
    requireSignIn(verifyToken),
    requireOwner,
    describeOperation({
      tag: 'Account',
      summary: 'Import the export of an account',
      leaves: { what: 'nothing: what another account exported comes in', code: 'always' },
      description:
        'The body is the archive of `GET /auth/export`, of at most 16 MiB. Adds jobs, contacts, chats, notes, answers, and the settings that were not chosen here; what the account has already stays as it is, so that the same archive adds nothing twice. Jobs come paused and chats closed; nothing is sent. Credit, invoices, files, templates, sign-ins, connections, and the addresses to which answers go are not taken over. Refused as a whole where a value is not valid. Needs a sign-in of the last ten minutes. At most 20 in an hour.',
      answers: { 200: importResponseSchema },
      problems: [403, 409, 413, 422, 429],
    }),
    (c, next) => {
      requireRecentSignIn(c.var.identity)
      return next()
    },
    limitBodies(maxImportBytes),
    callSlots.limit('exports'),
    async (c) => {
      const { ownerId, actor } = c.var
      await consumeRateLimit(database.queries, { key: `import ${ownerId}`, ...importLimit })
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const read = new URL('read-account.ts', import.meta.url)
      const checked = await runInThread<Checked>(read, { bytes }, { signal: c.req.raw.signal })
      if ('errors' in checked) throw new Problem('validation_failed', { errors: checked.errors })
      const added = await database.transaction(async (queries) => {
        await lockOwner(queries, ownerId)
        await recordActivity(queries, { ownerId, kind: 'account_imported', actor })
        return importAccount({ queries, ownerId, file: checked.account })
      })
      return c.json({ success: true as const, added })
    },
  )
}
