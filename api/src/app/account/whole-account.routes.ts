import { deleteAccountCall, readAuthStatsCall } from '@errand/contract/auth'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { recordActivity } from '../../modules/account/activity/activity.repo.ts'
import {
  requireOwner,
  requireRecentSignIn,
  requireSignIn,
} from '../../modules/account/require-owner.ts'
import type { SignIns } from '../../modules/account/sign-ins/sign-ins.ts'
import type { Billing } from '../../modules/billing/billing.ts'
import { answerCalls } from '../../platform/calls/answer-calls.ts'
import { describeOperation } from '../../platform/calls/describe.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { sendFile } from '../../platform/http/downloads.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { accountFile } from './account-export.ts'
import { deleteAccount } from './delete-account.ts'
import { readAuthStats } from './stats.ts'

interface Dependencies {
  billing: Billing
  callSlots: CallSlots
  database: Database
  secretBox: SecretBox
  signIns: Pick<SignIns, 'forget'>
  verifyToken: VerifyToken
}

/** Limits exports, because each reads all data of its owner. */
const exportLimit = { limit: 60, windowMs: 60 * 60 * 1000 }

/** The calls of /api/auth about a whole account: its figures, its export and its deletion. */
export function wholeAccountRoutes(services: Dependencies) {
  const { billing, callSlots, database, secretBox, signIns, verifyToken } = services
  const routes = new Hono<OwnerEnv>()
    .use('/stats', requireSignIn(verifyToken))
    .use('/account', requireSignIn(verifyToken))
    .get(
      '/export',
      requireSignIn(verifyToken),
      requireOwner,
      describeOperation({
        tag: 'Account',
        summary: 'Export the account',
        leaves: { what: 'everything', code: 'always' },
        description:
          'An archive of JSON and CSV files. Needs a sign-in of the last ten minutes. At most 60 in an hour.',
        answers: { 200: z.unknown() },
        fileTypes: ['application/zip'],
        problems: [403, 429],
      }),
      (c, next) => {
        requireRecentSignIn(c.var.identity)
        return next()
      },
      callSlots.limit('exports'),
      async (c) => {
        const { ownerId, actor } = c.var
        await consumeRateLimit(database.queries, { key: `export ${ownerId}`, ...exportLimit })
        await recordActivity(database.queries, { ownerId, kind: 'account_exported', actor })
        const day = new Date().toISOString().slice(0, 10)
        return sendFile(c, {
          name: `account-${day}.zip`,
          mimeType: 'application/zip',
          chunks: await accountFile(database.queries, ownerId),
        })
      },
    )
  const on = answerCalls(routes, '/auth', 'Account')
  on(readAuthStatsCall, {
    summary: 'Read the figures of the dashboard',
    leaves: 'nothing',
    description:
      'Days are those of the time zone in the settings; a week is seven days with today. With `fields` only these members are answered, and `asOf`.',
    before: callSlots.limit('analytics'),
  }).answer(async ({ c, identity: { uid }, query: { fields } }) =>
    c.json(await readAuthStats(database.queries, billing, { uid, fields })),
  )
  on(deleteAccountCall, {
    summary: 'Delete the account',
    leaves: { what: 'the account ends', code: 'always' },
    description:
      'Jobs and chats stop at once; the data is deleted for good at `purgeAt`, except invoices, which the law wants kept. Needs a sign-in of the last ten minutes. Refused while a payment is under way.',
  }).answer(async ({ ownerId, identity, actor }) => {
    requireRecentSignIn(identity)
    const purgeAt = await deleteAccount({ database, secretBox }, identity.uid, actor)
    // At once, as a caller may ask before the notification of the database is there.
    signIns.forget(`${ownerId} ${identity.uid}`)
    return { success: true, purgeAt: purgeAt.toISOString() }
  })
  return routes
}
