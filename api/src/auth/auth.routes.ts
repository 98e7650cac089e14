import {
  authStatsQuerySchema,
  authStatsSchema,
  createProfileSchema,
  deleteAccountResponseSchema,
  deleteAccountSchema,
  profileResponseSchema,
  testSmtpResponseSchema,
  testSmtpSchema,
  updateSettingsResponseSchema,
  updateSettingsSchema,
} from '@errand/contract/auth'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { describe, idempotencyKeyHeader, ifMatchHeader, reauthHeader } from '../docs/describe.ts'
import type { SignedInEnv } from '../http/context.ts'
import { entityTag, readIfMatch } from '../http/etag.ts'
import { answerOnce } from '../http/idempotency.ts'
import { attachment, toStream } from '../http/downloads.ts'
import { jsonBody, query } from '../http/json-body.ts'
import { takeTurn } from '../http/request-limits.ts'
import { ownerOnly, signedIn } from '../identity/owner.ts'
import { accountFile } from './account-export.ts'
import { readAuthStats } from './stats.ts'
import { testSmtp } from './test-smtp.ts'
import type { Services } from '../services.ts'
import { deleteAccount, requireFreshSignIn } from './delete-account.ts'
import { createProfile, getProfile } from './auth.service.ts'
import { updateSettings } from './settings.ts'

/** More exports than anybody needs; each reads everything that its owner has. */
const exportLimit = { limit: 60, windowMs: 60 * 60 * 1000 }

/** /api/auth: the signed-in person's own profile, settings, figures and account. */
export function authRoutes(services: Services) {
  const { database, verifyToken, billing } = services
  const owner = ownerOnly(database)
  return new Hono<SignedInEnv>()
    .use(signedIn(verifyToken))
    .get(
      '/stats',
      describe({
        tag: 'Account',
        summary: 'Read the figures of the dashboard',
        description:
          'Days are those of the time zone in the settings; a week is seven days with today. With `fields` only these members are answered, and `asOf`.',
        answers: { 200: authStatsSchema },
        problems: [403, 422],
      }),
      query(authStatsQuerySchema),
      async (c) => {
        const { uid } = c.var.identity
        const { fields } = c.req.valid('query')
        return c.json(await readAuthStats(database.queries, billing, { uid, fields }))
      },
    )
    .post(
      '/test-smtp',
      owner,
      describe({
        tag: 'Account',
        summary: 'Test a mail server',
        description:
          'Values need not be saved; without a password the saved one is used if host, port, security and username are the saved ones. A failed test is a result. At most 5 in a minute.',
        answers: { 200: testSmtpResponseSchema },
        problems: [400, 403, 413, 415, 422, 429],
      }),
      jsonBody(testSmtpSchema),
      async (c) => c.json(await testSmtp(services, c.var.ownerId, c.req.valid('json'))),
    )
    .get(
      '/export',
      owner,
      describe({
        tag: 'Account',
        summary: 'Export the account',
        description: 'An archive of JSON and CSV files. At most 60 in an hour.',
        answers: { 200: z.unknown() },
        files: ['application/zip'],
        problems: [403, 429],
      }),
      async (c) => {
        const { ownerId } = c.var
        await takeTurn(database.queries, { key: `export ${ownerId}`, ...exportLimit })
        const day = new Date().toISOString().slice(0, 10)
        return c.body(toStream(await accountFile(database.queries, ownerId)), 200, {
          'content-type': 'application/zip',
          'content-disposition': attachment(`account-${day}.zip`),
        })
      },
    )
    .post(
      '/profile',
      describe({
        tag: 'Account',
        summary: 'Create the profile',
        description: 'Safe to repeat: a profile that is there already stays as it is.',
        parameters: [idempotencyKeyHeader],
        answers: { 200: profileResponseSchema, 201: profileResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(createProfileSchema),
      (c) => {
        const { identity } = c.var
        const input = c.req.valid('json')
        return answerOnce(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const { user, isNewUser } = await createProfile(queries, services, { identity, input })
            return {
              status: isNewUser ? 201 : 200,
              body: { success: true, user, isNewUser },
            }
          },
        })
      },
    )
    .get(
      '/profile',
      describe({
        tag: 'Account',
        summary: 'Read the profile',
        answers: { 200: profileResponseSchema },
        problems: [404],
      }),
      async (c) => {
        const user = await getProfile(services, c.var.identity.uid)
        c.header('etag', entityTag(user.settings.version))
        return c.json({ success: true, user, isNewUser: false })
      },
    )
    .put(
      '/settings',
      describe({
        tag: 'Account',
        summary: 'Change name, e-mail or settings',
        description:
          'Absent members stay as they are. The version to change is the one of the settings; without it the last change counts, member by member. Secrets are written and never answered; `null` forgets one, and so does another mail server for the password of the one before.',
        parameters: [ifMatchHeader],
        answers: { 200: updateSettingsResponseSchema },
        problems: [400, 403, 412, 413, 415, 422],
      }),
      jsonBody(updateSettingsSchema),
      async (c) => {
        const user = await updateSettings(services, {
          uid: c.var.identity.uid,
          input: c.req.valid('json'),
          isWanted: readIfMatch(c),
        })
        c.header('etag', entityTag(user.settings.version))
        return c.json({ success: true, user })
      },
    )
    .delete(
      '/account',
      describe({
        tag: 'Account',
        summary: 'Delete the account',
        description:
          'Jobs and chats stop at once; the data is deleted for good at `purgeAt`, except invoices, which the law wants kept. Refused while a payment is under way.',
        parameters: [reauthHeader],
        answers: { 200: deleteAccountResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(deleteAccountSchema, { isOptional: true }),
      async (c) => {
        const { uid } = c.var.identity
        const token = c.req.header('x-reauth')
        if (token !== undefined) await requireFreshSignIn(verifyToken, { token, uid })
        const purgeAt = await deleteAccount(services, uid)
        return c.json({ success: true, purgeAt: purgeAt.toISOString() })
      },
    )
}
